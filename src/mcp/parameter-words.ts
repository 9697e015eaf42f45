/** What parameters are to an agent, where the help of the command speaks to people at a terminal. */
export const parameterWords: Readonly<Record<string, string>> = {
  record: 'By id, code, name or email address',
  records: 'By id, code, name or email address',
  mailing: 'By id, name or code',
  names: 'By name or code (all)',
  path: 'In the allowed folder',
  file: 'A file in the allowed folder',
  which: 'Import: its id, as list gives it; deletion: the name of the copy',
  email: 'Email address, or several',
  columns: 'Fields to show, such as id,created_at; or all',
  'if-missing': 'If it exists, give it back and create nothing',
  html: 'Your own email, as HTML',
  'status-column': 'The column that says who gets no mail, or none',
  where: "Conditions that must all hold, such as 'created_at>=last week'; = != < <= > >=, ~ for contains",
};
