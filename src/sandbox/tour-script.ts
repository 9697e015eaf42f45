/** One stop of the tour: what it shows, and the command as it is typed. */
export type Stop = {readonly says: string; readonly types: string};

/** The file that the tour imports. */
export const leadsFile = {
  name: 'leads.csv',
  content: [
    'Email,First name,Last name,Country,City',
    'ada@example.com,Ada,Lovelace,United Kingdom,London',
    'grace@example.com,Grace,Hopper,United States,New York',
    'edsger@example.com,Edsger,Dijkstra,Netherlands,Rotterdam',
    'konrad@example.com,Konrad,Zuse,Germany,Berlin',
    'barbara@example.com,Barbara,Liskov,United States,Boston',
    '',
  ].join('\n'),
} as const;

/** The way from an empty list to the statistics of a mailing, in commands that anyone may type. */
export const stops: readonly Stop[] = [
  {says: 'A list to send to:', types: 'emk contact-types create --name "Spring leads"'},
];
