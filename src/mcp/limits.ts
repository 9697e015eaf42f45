/** How many records an answer holds, unless an agent says otherwise. */
export const usualRecords = 50;

/** How many records an answer may hold. */
export const mostRecords = 200;

/** How many characters an answer may have: what agents' programs take without cutting it themselves. */
export const mostCharacters = 25_000;
