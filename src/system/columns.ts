/** How wide a terminal is. One that nobody has sized, as in some CI systems, says 0 or nothing. */
export const columnsOf = ({columns}: {readonly columns?: number | undefined}): number => columns || 80;
