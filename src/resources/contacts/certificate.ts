import {dateInWords} from '../../records/dates/spoken-words.js';
import {counted} from '../../words/sentence.js';
import {shellWord} from '../../words/shell-word.js';
import type {Certificate} from './certificate.schema.js';

function headOf({erased, files, stays, remains, unread, remembered}: Certificate): string {
  if (erased.length + files.length > 0) return 'Erased';
  const found =
    stays.length + remains.length + unread.length > 0 ? 'Nothing was erased.' : 'emk found nothing about this address.';
  return remembered === null ? found : `${found} emk tells you if it comes back, such as in an old file.`;
}

const traceLine = ({where, of}: {readonly where: string; readonly of: string}): string => `  ${where}: ${of}`;

/** What emk keeps of an erased person, why, and how to drop it. */
export const memoryInWords = (address: string, day: string): readonly string[] => [
  'Kept on this machine, so that this person does not come back unseen',
  `  the day of the erasure, ${dateInWords(Date.parse(day))}, and a keyed hash from which nobody can read the address`,
  `  To drop both: emk contacts erase ${shellWord(address)} --forget`,
];

/** The files that nobody can vouch for. */
export const unreadInWords = (unread: Certificate['unread']): readonly string[] =>
  unread.length === 0 ? [] : ['Not searched', ...unread.map(({of, why}) => `  file: ${of}, because ${why}`)];

/** What a second look found: only of what was looked at. */
function leftInWords({stays, remains, unread}: Certificate): string {
  if (remains.length > 0) return `${counted(remains.length, 'trace')} left`;
  const apart = stays.length > 0 ? 'Apart from what is kept, the address' : 'The address';
  const files = unread.length > 0 ? 'the files that emk searched' : 'these files';
  return `${apart} is in no list that the API shows, and in none of ${files}.`;
}

/** The certificate as a text to keep or hand over. */
export function certificateInWords(certificate: Certificate): string {
  const {address, account, at, erased, files, stays, remains, searched, unread, remembered} = certificate;
  const lines = [
    `Erasure of ${address}`,
    `Account ${account}, ${at.slice(0, 19).replace('T', ' ')} UTC`,
    '',
    headOf(certificate),
    ...erased.map(traceLine),
    ...files.map(path => `  file on this machine: ${path}`),
    ...(stays.length === 0
      ? []
      : ['', 'Kept, so that nobody mails this address again (--even-unsubscribed erases it too)']),
    ...stays.map(traceLine),
    ...(remembered === null ? [] : ['', ...memoryInWords(address, remembered)]),
    '',
    'Searched on this machine: the folders of emk, and what it wrote elsewhere',
    ...searched.map(path => `  ${path}`),
    ...(unread.length === 0 ? [] : ['', ...unreadInWords(unread)]),
    '',
    leftInWords(certificate),
    ...remains.map(({why, ...trace}) => `${traceLine(trace)}, because ${why}`),
    '',
    "emk cannot check the service's own logs, backups and statistics: the API does not show them.",
    'Please check yourself what emk does not know: files that somebody moved or copied, files of an older emk, what ' +
      'a shell wrote (emk … > FILE), older versions of files, the sandbox, and other machines.',
  ];
  return `${lines.join('\n')}\n`;
}
