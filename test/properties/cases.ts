/** How many cases a property gets: a thousand in the suite, and as many as `PROPERTY_CASES` says elsewhere. */
export const numRuns = Number(process.env['PROPERTY_CASES'] ?? 1000);
