/** One stop of the tour: what it shows, and the command as typed, on one or more lines. */
export type Stop = {readonly says: string; readonly types: readonly string[]};

export const leadsFile = {
  name: 'leads.csv',
  content: [
    'Email,First name,Last name,Country,City',
    'ada@example.com,Ada,Lovelace,United Kingdom,London',
    'grace@example.com,Grace,Hopper,United States,New York',
    'edsger@example.com,Edsger,Dijkstra,Netherlands,Rotterdam',
    'konrad@example.com,Konrad,Zuse,Germany,Berlin',
    'barbara@example.com,Barbara,Liskov,United States,Boston',
    'radia@example.com,Radia,Perlman,United States,Seattle',
    'niklaus@example.com,Niklaus,Wirth,Switzerland,Zurich',
    'frances@example.com,Frances,Allen,United States,Peru',
    '',
  ].join('\n'),
} as const;

/** The way from an empty list to the statistics of a mailing, in commands without questions. */
export const stops: readonly Stop[] = [
  {says: 'Create a list:', types: ['emk contact-types create --name "Spring leads"']},
  {
    says: 'Import people from a CSV file. emk asks before it changes anything; --yes answers:',
    types: ['emk contacts import leads.csv --type "Spring leads" --yes'],
  },
  {
    says: 'See who is on the list now:',
    types: ['emk contacts list --type "Spring leads" --columns fullname,email,city,country --sort fullname'],
  },
  {says: 'See who you can send from:', types: ['emk senders list']},
  {
    says: 'Mail them. Creating a mailing sends it, so emk would ask first:',
    types: [
      'emk single-sends create --name "Spring hello" --subject "Hello ((first_name))"',
      '--preheader "We are new here" --from news@acme.example --group "Weekly news"',
      '--to type:"Spring leads" --template Newsletter --now --yes',
    ],
  },
  {
    says: 'See how many opened it, next to earlier mailings:',
    types: ['emk single-sends list --columns name,status,delivered,opened'],
  },
  {says: 'Read what Ada got:', types: ['emk sandbox mail --to ada@example.com']},
];

/** Splits a command line of the tour into words; words with spaces are in double quotes. */
export const wordsOf = (line: string): string[] =>
  [...line.matchAll(/(?:[^\s"]|"[^"]*")+/g)].map(([word]) => word.replaceAll('"', ''));
