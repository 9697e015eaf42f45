/** How an option names a column: by its header, or by its number if the header is empty or not the only one. */
export const columnKey = (headers: readonly string[], column: number): string => {
  const header = headers[column] ?? '';
  return header !== '' && headers.filter(other => other === header).length === 1 ? header : String(column + 1);
};

/** The field of text that takes a column which this field cannot hold. */
export const textField = (field: string): string => `${field}_text`;
