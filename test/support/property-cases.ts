/** How many cases a property of texts and bytes gets. */
export const cases = 100;
