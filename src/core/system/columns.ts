/** The width of a terminal. Terminals without a size, as in some CI systems, report 0 or nothing. */
export const columnsOf = ({columns}: {readonly columns?: number | undefined}): number => columns || 80;
