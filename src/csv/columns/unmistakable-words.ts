import {bareWord, list, wordKey} from './word-key.js';

/** A person's mail status: gets mail, `left` by choice, `bounced`, or `out`: never confirmed, withdrew. */
export type MailStatus = 'in' | 'left' | 'bounced' | 'out';

/** What a whole cell says under any header, if its words mean only that somebody left, cannot be reached, or has died. */
export const unmistakable = (word: string): MailStatus | undefined => meanings.get(word);

/** The worst that a cell's labels say: `vip, Newsletter unsubscribed`. */
export const worstLabel = (text: string): MailStatus | undefined => worstWithin(text, labels);

/**
 * The worst that a note says, as a whole or in a sentence: `asked to be removed, call her`. A single word in a sentence may
 * mean anything. `word` is its text without case and accents, so that most notes cost one look.
 */
export const worstNote = (text: string, word: string): MailStatus | undefined =>
  (word.length > LONGEST ? undefined : unmistakable(bareWord(word))) ??
  (mayBePhrase.test(word) ? worstWithin(text, phrases) : undefined);

function worstWithin(text: string, within: RegExp): MailStatus | undefined {
  const found = text.split(/[,;|"[\]\n]|:::/).flatMap(part => {
    const label = wordKey(part.replaceAll(/[:./]/g, ' '));
    const word = isOfText.test(label) ? undefined : within.exec(label)?.[0];
    return word === undefined ? [] : [meanings.get(word)];
  });
  return (['left', 'bounced', 'out'] as const).find(status => found.includes(status));
}

/** Words that mean in no other context that somebody left, cannot be reached, or has died. */
const sayings: {readonly [S in MailStatus]?: readonly string[]} = {
  left: list(
    'unsubscribed,unsubscribe,unsub,opted out,opt out,optout,optedout,blocklisted,blacklisted,do not contact,do not email,do not mail,do not send,asked to be removed,remove from list,removed from list,remove from mailing list,no email,no emails,no mail,no marketing,no newsletter,dnd,marked as spam,reported as spam,spam complaint,consent withdrawn,consent revoked,' +
      'abgemeldet,abmelder,abmeldung,abbestellt,ausgetragen,einwilligung widerrufen,mailsperre,kontaktsperre,werbesperre,newslettersperre,keine werbung,keine mails,keine e mails,kein newsletter,keinen newsletter,keine mail,keine e mail,keine werbemails,hat widerrufen,nicht anschreiben,nicht kontaktieren,nicht mailen,robinsonliste,' +
      'desabonne,desabonnee,desinscrit,desinscrite,ne pas contacter,ne plus contacter,dado de baja,dada de baja,desuscrito,desuscrita,no contactar,descadastrado,descadastrada,nao contatar,uitgeschreven,afgemeld,niet mailen,niet benaderen,' +
      'disiscritto,disiscritta,consenso revocato,non contattare,wypisany,wypisana,zgoda cofnieta,nie kontaktowac,' +
      'avregistrerad,avanmald,afmeldt,frameldt,avmeldt,odhlasen,odhlasena,odhlaseny,leiratkozott,dezabonat,dezabonata,отписан,отписана,отписался,отписалась,配信停止,退会,退订',
  ),
  bounced: list(
    'bounced,hard bounce,hard bounced,hardbounce,soft bounce,soft bounced,undeliverable,invalid,invalid email,email invalid,bad email,wrong email,mailbox not found,spam trap,spamtrap,' +
      'unzustellbar,ungultig,email ungultig,e mail ungultig,falsche email,email invalide,email invalido,onbestelbaar,ongeldig',
  ),
  out: list(
    'deceased,passed away,unconfirmed,never subscribed,not subscribed,non subscribed,verstorben,gestorben,†,decede,decedee,fallecido,fallecida,falecido,falecida,overleden,deceduto,deceduta,zmarły,zmarła',
  ),
};

const meanings: ReadonlyMap<string, MailStatus> = new Map(
  (Object.keys(sayings) as MailStatus[]).flatMap(status =>
    (sayings[status] ?? []).map(word => [word, status] as const),
  ),
);

const anyOf = (words: readonly string[]): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${[...words].sort((a, b) => b.length - a.length).join('|')})(?!\\p{L})`, 'u');

const labels = anyOf([...meanings.keys()]);
const phraseWords = [...meanings.keys()].filter(word => meanings.get(word) === 'left' && word.includes(' '));
const phrases = anyOf(phraseWords);
const mayBePhrase = new RegExp(phraseWords.map(word => word.replaceAll(' ', '[ :./]')).join('|'));

/** A longer note is more than one of the words. */
const LONGEST = 60;

const isOfText = /\b(?:sms|phone|whatsapp|calls?|push)\b/;

/** The words that may begin a cell that says so, for a first look at its bytes. */
export const firstLetters: ReadonlySet<string> = new Set(
  [...meanings.keys(), 'please', 'bitte'].map(word => word.slice(0, 3)),
);
