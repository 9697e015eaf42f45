/** Whether a record exists: lists still return records that were deleted. */
export const isNotDeleted = ({deleted_at}: {readonly deleted_at?: unknown}): boolean => (deleted_at ?? null) === null;
