import {dateInWords} from '../../records/dates/spoken-words.js';
import {counted} from '../../words/count.js';
import {shellWord} from '../../words/shell-word.js';
import type {Certificate} from './certificate.schema.js';

function headOf({erased, files, stays, remains, remembered}: Certificate): string {
  if (erased.length + files.length > 0) return 'Erased';
  const found = stays.length + remains.length > 0 ? 'Nothing was erased.' : 'emk found nothing about this address.';
  return remembered === null ? found : `${found} emk tells you if it comes back, such as in an old file.`;
}

const traceLine = ({where, of}: {readonly where: string; readonly of: string}): string => `  ${where}: ${of}`;

/** What emk keeps of an erased person, why, and how to drop it. */
export const memoryInWords = (address: string, day: string): readonly string[] => [
  'Kept on this machine, so that this person does not come back unseen',
  `  the day of the erasure, ${dateInWords(Date.parse(day))}, and a keyed hash from which nobody can read the address`,
  `  To drop both: emk contacts erase ${shellWord(address)} --forget`,
];

/** The certificate as a text to keep or hand over. */
export function certificateInWords(certificate: Certificate): string {
  const {address, account, at, erased, files, stays, remains, remembered} = certificate;
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
    remains.length === 0
      ? 'Nothing is left in the lists that the API shows.'
      : `${counted(remains.length, 'trace')} left`,
    ...remains.map(({why, ...trace}) => `${traceLine(trace)}, because ${why}`),
    '',
    "emk cannot check the service's own logs, backups and statistics: the API does not show them.",
    'Please check files you exported and copies on other machines yourself.',
  ];
  return `${lines.join('\n')}\n`;
}
