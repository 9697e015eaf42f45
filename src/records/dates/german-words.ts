import {UsageError} from '../../errors.js';

/** German words of dates, by the English word that means the same. Umlauts are written out: `uebermorgen`. */
const german: ReadonlyMap<string, string> = new Map([
  ['today', 'heute'],
  ['tomorrow', 'morgen'],
  ['yesterday', 'gestern'],
  ['day after tomorrow', 'uebermorgen'],
  ['day before yesterday', 'vorgestern'],
  ['monday', 'montag mo'],
  ['tuesday', 'dienstag di'],
  ['wednesday', 'mittwoch mi'],
  ['thursday', 'donnerstag do'],
  ['friday', 'freitag fr'],
  ['saturday', 'samstag sonnabend sa'],
  ['sunday', 'sonntag so'],
  ['january', 'jaenner'],
  ['february', 'feber'],
  ['march', 'maerz mrz'],
  ['may', 'mai'],
  ['june', 'juni'],
  ['july', 'juli'],
  ['october', 'oktober okt'],
  ['december', 'dezember dez'],
  ['this', 'diese diesen dieser dieses diesem'],
  ['next', 'naechste naechsten naechster naechstes naechstem'],
  ['coming', 'kommende kommenden kommender kommendes'],
  ['last', 'letzte letzten letzter letztes vorige vorigen voriger'],
  ['day', 'tag tage tagen'],
  ['week', 'woche wochen'],
  ['month', 'monat monate monaten monats'],
  ['year', 'jahr jahre jahren jahres'],
  ['hour', 'stunde stunden std'],
  ['minute', 'minuten'],
  ['half', 'halben'],
  ['end', 'ende'],
  ['end month', 'monatsende'],
  ['morning', 'frueh morgens vormittag vormittags'],
  ['midday', 'mittag mittags'],
  ['afternoon', 'nachmittag nachmittags'],
  ['evening', 'abend abends'],
  ['midnight', 'mitternacht'],
  ['now', 'jetzt'],
  ['at', 'um'],
  ['one', 'ein eine einer einem einen'],
  ['two', 'zwei'],
  ['three', 'drei'],
  ['four', 'vier'],
  ['five', 'fuenf'],
  ['six', 'sechs'],
  ['seven', 'sieben'],
  ['eight', 'acht'],
  ['nine', 'neun'],
  ['ten', 'zehn'],
  ['eleven', 'elf'],
  ['twelve', 'zwoelf'],
  ['', 'den der dem des im'],
]);

const english = new Map([...german].flatMap(([word, same]) => same.split(' ').map(each => [each, word] as const)));

/** German words for days, to offer instead of a mistyped one. */
export const germanDays: readonly string[] = [...german.values()].slice(0, 12).map(words => words.split(' ')[0] ?? '');

const weekday = '(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|mo|di|mi|do|fr|sa|so)';
const part = '(?:morgen|frueh|vormittag|mittag|nachmittag|abend)s?';

const uhr = /(?<!\S)(\d{1,2})(?:[:.](\d{2}))? ?uhr(?: (\d{2})(?= am |$))?(?: am)?(?!\S)/;
const splitPart = new RegExp(`(?<!\\S)(heute|${weekday}\\.?) ?(?=${part}(?!\\S))`);
const eitherNoon = new RegExp(`(?<!\\S)(?<!um )12(?::\\d\\d)? am (?=${weekday}\\.?(?!\\S)|\\d{1,2}\\.)`);
/** `am` is German if no hour stands before it, or one that English counts no `am` for. */
const germanAm = new RegExp(
  `(?<!\\d |\\d)am(?!\\S)|(?<=(?<!\\S)um \\d{1,2}(?:[:.]\\d\\d)? )am(?!\\S)|(?<=(?<!\\S)(?:1[3-9]|2\\d)(?::\\d\\d)? )am(?= ${weekday}\\.?(?!\\S)| \\d{1,2}\\.)`,
  'g',
);

/** Puts German words of a date into English, in lower case. Other words stay as they are. */
export function inEnglish(lower: string): string {
  const words = lower.normalize('NFC').replace(/[äöü]/g, letter => umlauts[letter] ?? letter);
  const timed = words.replace(uhr, (_, hours, minutes, after) => `${hours}:${minutes ?? after ?? '00'}`);
  if (eitherNoon.test(timed) && timed === words) {
    throw new UsageError(`"${lower}" has an "am" that means noon in German and midnight in English.`, {
      hint: 'Write 12:30 Uhr or 00:30 Uhr, for example.',
    });
  }
  return timed
    .replace(splitPart, (_, day) => `${day} `)
    .replace(new RegExp(`(?<=(?<!\\S)(?:heute|${weekday}\\.?) )morgen(?!\\S)`), 'morning')
    .replace(germanAm, ' ')
    .split(/\s+/)
    .map(word => english.get(word.replace(/\.$/, '')) ?? word)
    .join(' ')
    .replace(/(?<!\S)vor (\S+ \S+)/, '$1 ago')
    .replace('one half hour', 'half an hour');
}

const umlauts: Readonly<Record<string, string>> = {ä: 'ae', ö: 'oe', ü: 'ue'};
