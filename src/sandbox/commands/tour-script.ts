import {displayWidth} from '../../output/text/width.js';

/** One step of the tour: its name, what is worth knowing, and the line as typed. */
export type Stop = {
  readonly does: string;
  readonly says: string;
  readonly line: string;
  /** How far the sandbox's clock moves before it, in milliseconds. */
  readonly later?: number;
};

/** What emk is, for somebody who has never seen it. */
export const opening =
  'With emk you do email marketing from the terminal: import people, send mailings and see how they did. ' +
  'This tour takes two minutes. It plays in a sandbox, a local copy of the service, so nothing reaches anybody.';

/** The files of the folder in which the tour plays. */
export const leadsFile = {
  name: 'leads.csv',
  content: [
    'Email,First name,Last name,Country,City',
    'ada@example.com,Ada,Lovelace,United Kingdom,London',
    'grace@example.com,Grace,Hopper,United States,New York',
    'edsger@example.com,Edsger,Dijkstra,Netherlands,Rotterdam',
    'konrad@example.com,Konrad,Zuse,Germany,Berlin',
    'barbara@example.com,Barbara,Liskov,United States,Boston',
    'gone@example.org,Radia,Perlman,United States,Seattle',
    'niklaus@example.com,Niklaus,Wirth,Switzerland,Zurich',
    'frances@example.com,Frances,Allen,United States,Peru',
    '',
  ].join('\n'),
} as const;

export const letterFile = {
  name: 'spring.md',
  content: [
    'Hello *|FNAME|*,',
    '',
    'we have opened a shop: [see our plants](https://acme.example/plants).',
    '',
    '[Leave this list](*|UNSUB|*)',
    '',
  ].join('\n'),
} as const;

/** The way from a file of people to the mail that one of them got, in lines without questions. */
export const stops: readonly Stop[] = [
  {
    does: 'Import people',
    says: 'leads.csv has 8 people. emk checks each row, asks before it changes anything (here --yes answers), and skips people who have unsubscribed.',
    line: 'emk import leads.csv --list "Spring leads" --create-type --yes',
  },
  {
    does: 'See who is on the list',
    says: 'Every list can be searched, sorted and saved as a file.',
    line: 'emk contacts list --list "Spring leads" --columns fullname,email,country --sort fullname',
  },
  {
    does: 'Find a mistake before readers do',
    says: 'This letter was written for Mailchimp, and readers would see its tags. emk shows the change, and makes it.',
    line: 'emk templates lint spring.md --fix',
  },
  {
    does: 'Send a mailing',
    says: 'emk checks the mailing, and asks before it sends. Here --yes answers again.',
    line: 'emk send --name "Spring hello" --subject "Hello ((first_name))" --preheader "We have opened a shop" --from news@acme.example --group "Weekly news" --to list:"Spring leads" --template Blank --html @spring.md --now --yes',
  },
  {
    does: 'Read what Ada got',
    says: 'The sandbox keeps the mail that it would have sent. Its clock moves on by an hour now.',
    later: 3_600_000,
    line: 'emk sandbox mail --to ada@example.com',
  },
  {
    does: 'See how it did',
    says: 'Some people have read it already.',
    line: 'emk results "Spring hello"',
  },
  {
    does: 'Answer a question',
    says: 'Radia was in leads.csv too, and asks why she got nothing.',
    line: 'emk contacts why gone@example.org "Spring hello"',
  },
];

/** Splits a line of the tour into words; words with spaces are in double quotes. */
export const wordsOf = (line: string): string[] => (line.match(word) ?? []).map(each => each.replaceAll('"', ''));

/** The line as one types it: where the terminal ends, it continues on the next row, with an option or a word. */
export function typedOut(line: string, width: number): string {
  const rows: string[] = [];
  let row = '$';
  for (const [, part = ''] of line.matchAll(optionOrWord)) {
    const longer = `${row} ${part}`;
    if (displayWidth(longer) <= width - 2) row = longer;
    else {
      rows.push(row);
      row = `    ${part}`;
    }
  }
  return [...rows, row].join(' \\\n');
}

const word = /(?:[^\s"]|"[^"]*")+/g;
const optionOrWord = /((?:--\S+ (?!--))?(?:[^\s"]|"[^"]*")+)/g;
