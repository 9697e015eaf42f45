/** A record that its list still shows although it was deleted does not count. */
export const isNotDeleted = ({deleted_at}: {readonly deleted_at?: unknown}): boolean => (deleted_at ?? null) === null;
