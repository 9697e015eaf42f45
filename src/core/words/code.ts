/** Whether a text is a whole code, the id that the service gives records besides numbers. */
export const isCode = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
