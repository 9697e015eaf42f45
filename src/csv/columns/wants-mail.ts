import {folded} from '../../core/words/sentence.js';
import {headerKey} from './header-names.js';
import {columnCalled} from './match-columns.js';

/*
 * All that emk knows of how files say who wants no mail: headers, words, labels and notes, in English, German, French,
 * Spanish, Portuguese, Dutch, Italian, Polish, Swedish, Danish, Norwegian, Finnish, Czech, Slovak, Hungarian, Romanian,
 * Russian, Ukrainian, Turkish, Japanese and Chinese. Headers are compared as `headerKey` writes them, values as `wordKey` does.
 */

/** A person's mail status: gets mail, `left` by choice, `bounced`, or `out`: never confirmed, withdrew, has died. */
export type MailStatus = 'in' | 'left' | 'bounced' | 'out';

/** What a yes and a no mean in a column of answers. A `reason` is a yes in any words, and whoever has not `opted in` is out. */
const answers = {
  unsubscribed: {yes: 'left', no: 'in'},
  bounced: {yes: 'bounced', no: 'in'},
  withdrawn: {yes: 'out', no: 'in'},
  subscribed: {yes: 'in', no: 'left'},
  agreed: {yes: 'in', no: 'out'},
  'opted in': {yes: 'in', no: 'out'},
  answer: {yes: 'in', no: 'out'},
  'leaving reason': {yes: 'left', no: 'in'},
  'bounce reason': {yes: 'bounced', no: 'in'},
} as const satisfies Readonly<Record<string, {readonly yes: MailStatus; readonly no: MailStatus}>>;

/**
 * How a column says it: by answers, or by the words of a `state`; `words` is a column that somebody named. Of `labels`,
 * `notes` and `cells`, only what cannot mean anything else counts.
 */
export type StatusKind = keyof typeof answers | 'state' | 'words' | 'labels' | 'notes' | 'cells';

/** A column that says who gets no mail, such as `Status`, `Accepts Marketing` or `UNSUB_TIME`, or may say it. */
export type StatusColumn = {readonly header: string; readonly column: number; readonly kind: StatusKind};

/** What a column says by the keys of its header; the first that fits counts. */
type Patterns = {readonly [K in StatusKind]?: readonly RegExp[]};

/** Whether a column is about another channel: people who want no text messages may still get mail. */
const isOtherChannel = /sms|phone|telefon|whatsapp|fax|postal|push|anruf|call(?:s|$)/;

/** Why, where or how often somebody left. */
const isAboutSomethingElse =
  /reason|campaign(?:id|title|name)|url|link|token|count|rate$|score|source|method|(?<!sh)ip$|^(?:numberof|total|times)|emails(?:hard|soft)?bounced$|bounces$/;

/** HubSpot's choice about mails that somebody writes by hand says nothing where the choice about all mail stands beside it. */
const isSaidBeside = (header: string, headers: readonly string[]): boolean =>
  headerKey(header) === 'optedoutofemailonetoone' &&
  headers.some(each => headerKey(each) === 'unsubscribedfromallemail');

/** Orders, bills and other things that may be blocked, invalid or returned too. */
const isOfOrders =
  /order|(?<!ab)bestell|payment|zahlung|invoice|rechnung|shipping|shipment|versand|parcel|delivery(?!status)|vat(?:id|number|check|$)|^ust|taxid|iban|card|coupon|ticket/;

/** Blocks that say nothing of mail: of deliveries, bills, accounts, calls. */
const otherBlocks =
  '(?:liefer|mahn|auftrags?|kredit|zahlungs?|zahl|buchungs?|faktur|konto|karten|zugangs?|zugriffs?|login|einkaufs?|bestell|telefon|anruf|post|rechnungs?|passwort|ent|absperr?)';

const leaving = '(?:unsub(?:scribe[drs]?|scription)?|opt(?:ed)?out|suppress(?:ed|ions?)?|bl(?:ack|ock)list(?:ed)?)';
const around =
  '(?:is|has|was|been|globally|global|e?mails?|marketing|newsletter|all|of|from|by|the|hs|to|everything|contact|customer)*';
const moment = '(?:time|date|datetime|timestamp|at|on|confirmtime|status|flag)?';

/** Columns of reasons, because nobody has a reason for something that did not happen; and those of single tools. */
const certain: Patterns = {
  'bounce reason': [/(?:bounced?|quarantined?|undeliver\w*).*reason|reason.*(?:bounce|quarantine)/],
  'leaving reason': [new RegExp(`${leaving}.*reason|reason.*${leaving}|suppressions$|^unsubscribedmode$`)],
  // Columns of single tools: Cordial, phpList, HubSpot, Lyris, Omnisend.
  agreed: [/^(?:channelsemailsubscribestatus|isthissubscriberconfirmed)$/],
  unsubscribed: [/^isthissubscriberblacklisted$/],
  withdrawn: [/^(?:isthisaccountdisabled|isgloballyineligible)$/],
  bounced: [/^(?:emailaddressquarantined|invalidemailaddress)$/],
  state: [/^(?:membertype|subtype)$/],
  'opted in': [/^emailoptindate$/],
};

/** Headers that say it, whatever the values are. */
const sure: Patterns = {
  state: [
    /^(?:status|estatus|statut|статус|状態|ステータス|配信状況|allapot|statusz)$|^(?:status|estado|estatus|statut|etat|situacao)(?:des?|dela?|du|do|da|l)*(?:abonnement|abo|newsletter|email|contact|contato|contacto|suscripcion|inscricao|inscription|inscrito)$/,
    /^(?:e?mail|global|list|contact|member|subscri(?:ber|ption)|marketing|consent|permission|optin|confirm(?:ation)?|newsletter|bounce|attendee|abo|anmelde|abmelde|abonnement|inschrijf|sub|prenumerations|medlems|samtyckes)+(?:status|state)$/,
  ],
  unsubscribed: [
    new RegExp(`^(?:date|time)?${around}${leaving}${around}${moment}$`),
    /^(?:donot(?:e?mail|contact|send)|dnd(?:e?mail|all)?|no(?:e?mail|contact|marketing)s?|e?mail(?:disabled|dnd)|(?:e?mail)?(?:spam)?complain(?:ed|ts?)(?:at|date)?|markedasspam|reportedspam|spam(?:reported)?)$/,
    /^(?:abgemeldet|abmeldedatum|abbestellt|ausgetragen|gesperrt|werbesperre|keinewerbung|keinnewsletter|widerrufen|widerspruch)(?:am)?$/,
    /^(?:date(?:de)?)?(?:desinscrit|desabonne|desinscription|desabonnement|(?:dado|dada|fecha)de?baja|baja|desuscrito|descadastrado|descadastro|datadecancelamento|uitgeschreven|afgemeld|uitschrijfdatum|afmelddatum)(?:e|le|op|em)?$/,
  ],
  bounced: [/^(?:is|has)?(?:e?mail)?(?:hard)?(?:bounced?|cleaned|clean(?=time))(?:e?mail)?(?:time|date|at|on)?$/],
  subscribed: [
    /^(?:is|currently)?(?:e?mail)?subscribed(?:to(?:e?mails?|newsletter|list))?$|^(?:newsletter)?(?:abonniert|abonne|suscrito|inscrito|geabonneerd)$/,
  ],
  agreed: [
    /^(?:accepts?|agrees?(?:to)?|allows?|wants?|receives?|can(?:receive)?|may)(?:e?mails?|marketing|newsletter)+$|^(?:e?mail|marketing|newsletter|gdpr|has|is)*(?:consent(?:ed)?|opt(?:ed)?in|permission|allowed)(?:e?mail|marketing|newsletter|tomarketing)*$/,
    /^(?:dsgvo|werbe|newsletter)?(?:einwilligung|einverstanden|zustimmung)$|^(?:consentement|accepte?(?:les)?(?:e?mails|newsletter)|consentimiento|acepta(?:marketing|correos|publicidad)|consentimento|aceita(?:marketing|emails)|toestemming|akkoord)(?:marketing|email|newsletter)?$/,
  ],
};

/** Headers that say it in some files: they count if nearly every value is an answer, or the word of a state. */
const likely: Patterns = {
  bounced: [/bounce|undeliver|quarantine|unreachable|invalide?mail/],
  unsubscribed: [new RegExp(`${leaving}|complain|^(?:is)?(?:blocked|banned)$`)],
  subscribed: [/^(?:newsletters?|mailinglist|abo|abonnement|subscri(?:ption|be))$/],
  withdrawn: [/^(?:is)?(?:refunded|deleted|disabled)(?:at|on|date)?$/],
  state: [/^(?:state|estado|etat|situacao)$/],
};

/** Headers that may say it. emk asks what such a column means, unless it speaks for everybody. */
const suspicious: Patterns = {
  withdrawn: [
    /deceased|^(?:is)?dead$|^died|(?:date|day)ofdeath|deathdate|verstorb|gestorben|sterbe(?:datum|tag)|todes(?:datum|tag)|decede|deces$|fallec[ei]|falec[ei]|overleden|overlijden|decedut[oa]|zmar[lł]|avliden|afdød|afdod|elhunyt|умер|死亡|^(?:is)?(?:geloscht|archiviert|archived|deleted|inaktiv|inactive)(?:am|at|on|seit|since)?$|^austritt(?:s?datum|am)?$|^ausgetreten(?:am)?$/,
  ],
  bounced: [
    /bounced?(?!r)|undeliver|unzustell|rucklauf|rebot[ea]|onbestelbaar|(?:invalid|bad|wrong|falsche|ungultige)e?mail|e?mail(?:address|adresse)?(?:invalid|ungultig|error)|quarantin|visszapattan|недоставл|不達|配信エラー/,
  ],
  unsubscribed: [
    new RegExp(
      `${leaving}|(?<!${otherBlocks})sperr(?!gut|mull|holz|konto)|(?:^|mail|contact)(?:is)?(?:blocked|banned)|blockiert|geblokkeerd|bloquead|robinson|abgemeld|abmeld|abbestell|widerr?uf|widerspr|desinscri|desabonn|(?:dad[oa]|fecha)debaja|^baja|desuscri|descadastr|uitgeschreven|uitschrijf|afgemeld|opgezegd|disiscri|rezygnacj|wypisan`,
    ),
    /avregistrer|avprenumerer|avanmal|avslutadprenum|sparrad|afmeld|frameld|avmeld|peruut|odhlas|leiratkoz|dezabon|отписа|отказ|відписа|відмов|abonelikten|配信停止|解除|退会|退订|取消订阅|拒收/,
    /(?:ej|inget|ikke|intet|ei)samty|eisuostumus|nesouhlas|nesuhlas|несоглас|неподписан|непідписан|[不未]同意|aterkall|tilbagetruk|tilbakekal|odvolan|visszavon|отзывсоглас|отозва|відкликан|撤回/,
    /do?n[o']?t(?:e?mail|contact|send|market)|^no(?:more)?(?:e?mail|contact|marketing|newsletter)|keine?(?:werbung|e?mails?|newsletter|mailings?)|nicht(?:anschreiben|kontaktieren|mailen|bewerben)|nep(?:as|lus)(?:contact|envoy|sollicit)|n[ao]o?(?:contactar|contatar|enviar)|non(?:contattare|inviare)|nie(?:kontaktowac|wysy[lł]ac)|niet(?:mailen|benaderen|contacteren)|^dnd/,
  ],
  subscribed: [
    /^(?:e?mail|is|has|wants?|receives?|ja)*(?:newsletters?|mailings?|rundmail|infomail|mails?(?=$))(?:an|ok|e?mails?|erwunscht|yn|flag)*$/,
    /subscribed|abonniert|(?:^|newsletter)(?:abonnee?|suscrit[oa]|inscrit[oa]|iscritt[oa]|geabonneerd)$|prenumerer|tilmeld|pameld|tilaaja|odebira|feliratkoz|подписан|підписан|購読/,
  ],
  state: [/^(?:adress|kunden|kontakt|mitglieds?|empfanger|address|customer|contact|member|recipient|person)status$/],
  agreed: [
    /^(?:is)?(?:active|aktiv|actif|activ[oa]|attiv[oa]|actief|aktywny)$/,
    /samtyck|samtykke|suostumus|souhlas|suhlas|hozzajarul|acordul|согласи|згод|同意/,
    /gdpr|dsgvo|rgpd|lgpd|consent|permission|opt(?:ed)?in|einwillig|einverstand|zustimm|mail(?:ing)?(?:erlaub|ok|allowed)|okto(?:e?mail|contact)|accepts?(?:e?mail|marketing|newsletter)|toestemming|akkoord|consenso|zgod[ay]|^doi(?:status)?$|kontakt(?:erlaubt|ok)|darf.*(?:angeschrieben|kontaktiert|mail)|^(?:wants?|receives?|send|allows?|ok)*(?:marketing|werbung|publicite|publicidad|publicidade|reclame)(?:ok|e?mails?|erwunscht|erlaubt)*$|(?:contact|mail|email)able$/,
    /^(?:is)?(?:verified|verification(?:result|status|state)?|validation(?:result|status)?|confirmed|bestatigt|deliverab\w*|zustellbar)$|mail(?!ing).*(?:verif|valid|deliverab|check|quality|risk|result|confirm|bestatig)|(?:verif|valid|deliverab|confirm).*mail(?!ing)|zerobounce|neverbounce|zbstatus|millionverifier/,
  ],
  // Any other header about consent or mail counts if its values are only yes and no.
  answer: [
    /mail|courriel|correo|newsletter|rundbrief|infobrief|nieuwsbrief|nyhetsbrev|nyhedsbrev|hirlevel|рассылк|メルマカ|bulletin|boletin|werbe|werbung|marketing|reklam|publici|consen[ts]|einwillig|einverst|zustimm|erlaub|permi[st]|toestem|gdpr|dsgvo|rgpd|lgpd/,
  ],
};

/** Columns of labels, of which each cell may hold several, and of sentences that people wrote about somebody. */
const ofText: Patterns = {
  labels: [
    /(?:tags?|labels?|groups?|groupmembership|lists?|segments?|categor(?:y|ies)|keywords?|schlagwort(?:er|e)?|kategorien?|gruppen?|listen?|etiquet(?:tes?|as?)|groupes?|grupos?|listas?|groepen|lijsten)$/,
  ],
  notes: [
    /(?:notes?|remarks?|comments?|bemerkung(?:en)?|kommentare?|notiz(?:en)?|anmerkung(?:en)?|remarques?|commentaires?|notas?|opmerking(?:en)?)$/,
  ],
};

/** The keys of a header: as a whole, and without brackets and the answers that may stand in or after it: `Newsletter ja/nein`. */
function keysOf(header: string): readonly [whole: string, plain: string] {
  const plain = header
    .replace(/[([{][^)\]}]*[)\]}]/g, ' ')
    .replace(/[\s:,;–-]+\p{L}{1,5}\s?[/|]\s?\p{L}{1,5}\s*\??\s*$/u, '');
  return [headerKey(header), headerKey(plain)];
}

const among = (patterns: Patterns, keys: readonly string[]): StatusKind | undefined =>
  (Object.keys(patterns) as StatusKind[]).find(kind => patterns[kind]?.some(each => keys.some(key => each.test(key))));

export const isNone = (name: string): boolean => name.toLowerCase() === 'none';

/** Finds the columns that say who gets no mail: by header, by values, or those with the given names; `none` is none. */
export function statusColumns(
  columns: ReadonlyArray<{readonly header: string; readonly values: readonly string[]}>,
  names: string | readonly string[] | undefined,
): StatusColumn[] {
  const given = [names ?? []].flat();
  if (given.some(isNone)) return [];
  const headers = columns.map(({header}) => header);
  const named = new Set(given.map(name => columnCalled(name, headers, '--status-column')));
  return columns.flatMap(({header, values}, column) => {
    if (named.size > 0 ? !named.has(column) : isSaidBeside(header, headers)) return [];
    const kind = kindOf(header, values) ?? (named.has(column) ? (suspicionOf(header) ?? 'words') : undefined);
    return kind === undefined ? [] : [{header, column, kind}];
  });
}

/** The columns that may say who gets no mail: by a word in the header, as labels, or by whole cells under any header. */
export const suspectColumns = (headers: readonly string[], found: readonly StatusColumn[]): StatusColumn[] =>
  headers.flatMap((header, column) => {
    const isOther = [isOtherChannel, isOfOrders].some(other => other.test(headerKey(header)));
    if (isOther || isSaidBeside(header, headers) || found.some(each => each.column === column)) return [];
    const kind = suspicionOf(header) ?? 'cells';
    // Where not all values are answers, whole cells may say it nevertheless.
    return (kind === 'answer' ? ([kind, 'cells'] as const) : [kind]).map(each => ({header, column, kind: each}));
  });

function suspicionOf(header: string): StatusKind | undefined {
  const keys = keysOf(header);
  const isOther = [isOtherChannel, isAboutSomethingElse, isOfOrders].some(other => other.test(keys[0]));
  return (isOther ? undefined : among(suspicious, keys)) ?? among(ofText, keys);
}

function kindOf(header: string, values: readonly string[]): StatusKind | undefined {
  const keys = keysOf(header);
  const [key] = keys;
  if (isOtherChannel.test(key)) return undefined;
  const kind = among(certain, keys);
  if (kind !== undefined || isAboutSomethingElse.test(key)) return kind;
  const filled = values.filter(value => value.trim() !== '');
  return among(sure, keys) ?? (filled.length === 0 ? undefined : kindByValues(keys, filled));
}

function kindByValues(keys: readonly string[], filled: readonly string[]): StatusKind | undefined {
  const kind = among(likely, keys);
  const areCounts = filled.every(value => /^\s*\d{1,4}\s*$/.test(value));
  const areAccounts = filled.some(value => /^\s*(?:en|dis)abled\s*$/i.test(value));
  const mayCount = kind === 'bounced' || kind === 'unsubscribed';
  if (kind !== undefined && !areAccounts && areMostly(kind, filled) && !(mayCount && areCounts)) return kind;
  return filled.some(value => telling.has(wordKey(value))) && areMostly('state', filled) ? 'state' : undefined;
}

const areMostly = (kind: StatusKind, filled: readonly string[]): boolean =>
  filled.filter(value => mailStatusOf(value, kind) !== undefined).length >= 0.8 * filled.length;

/** A person's mail status from several columns: one no outweighs any yes, and any unknown value. */
export function worstStatus(statuses: ReadonlyArray<MailStatus | undefined>): MailStatus | undefined {
  const against = (['left', 'bounced', 'out'] as const).find(status => statuses.includes(status));
  return against ?? (statuses.includes(undefined) ? undefined : 'in');
}

/** A word of a status column, and what the owner of the file says about people with it. */
export type StatusWord = readonly [word: string, meaning: MailStatus];

export type OwnWords = ReadonlyMap<string, MailStatus>;

export const ownWords = (pairs: readonly StatusWord[] = []): OwnWords =>
  new Map(pairs.map(([word, meaning]) => [wordKey(word), meaning]));

/** The mail status in a cell; undefined for an unknown value. An empty cell says nothing against anybody. */
export function mailStatusOf(text: string, kind: StatusKind, own: OwnWords = new Map()): MailStatus | undefined {
  const word = wordKey(text);
  if (word === '') return kind === 'opted in' ? 'out' : 'in';
  const meant = own.get(word);
  if (meant !== undefined) return meant;
  if (kind === 'labels') return worstWithin(text, labels) ?? 'in';
  if (kind === 'cells') return anywhere.get(bareWord(word)) ?? 'in';
  if (kind === 'notes') return noteSays(text, word) ?? 'in';
  return kind === 'state' || kind === 'words' ? stateIn(word) : answerIn(word, kind);
}

/** The worst that a note says, as a whole or in a sentence: `asked to be removed, call her`. */
const noteSays = (text: string, word: string): MailStatus | undefined =>
  (word.length > 60 ? undefined : anywhere.get(bareWord(word))) ??
  (mayBePhrase.test(word) ? worstWithin(text, phrases) : undefined);

const stateIn = (word: string): MailStatus | undefined => states.get(word) ?? states.get(bareWord(word));

function answerIn(word: string, kind: keyof typeof answers): MailStatus | undefined {
  const meaning = answers[kind];
  if (kind.endsWith('reason')) return no.has(word) || isNothing.test(word) ? meaning.no : meaning.yes;
  const isAgainst = meaning.no === 'in';
  const status = stateIn(word);
  // “Active” may mean that a block is.
  if (status !== undefined) return isAgainst && ambiguous.has(word) ? undefined : status;
  const answer = yesOrNo(word, isAgainst);
  return answer === undefined ? undefined : meaning[answer];
}

/** Whether a word says yes, no or, as a moment, yes. People refuse and agree in other words where they were asked to. */
function yesOrNo(word: string, isAgainst: boolean): 'yes' | 'no' | undefined {
  const bare = bareWord(word);
  const parts = (yes.has(bare) || no.has(bare) ? bare : word).split(/ ?[,;|] ?/);
  if (parts.every(part => yes.has(part) || no.has(part))) return parts.some(part => yes.has(part)) ? 'yes' : 'no';
  if (!isAgainst && isRefusal.test(bare)) return 'no';
  return (!isAgainst && isConsent.test(bare)) || isMoment.test(word) ? 'yes' : undefined;
}

/** Whether a cell is a yes or a no in a language that emk knows. */
export const isYesOrNo = (text: string): boolean => yes.has(wordKey(text)) || no.has(wordKey(text));

function worstWithin(text: string, within: RegExp): MailStatus | undefined {
  const found = text.split(/[,;|"[\]\n]|:::/).map(part => {
    const label = wordKey(part.replaceAll(/[:./]/g, ' '));
    return isOfOtherChannel.test(label) ? undefined : anywhere.get(within.exec(label)?.[0] ?? '');
  });
  return (['left', 'bounced', 'out'] as const).find(status => found.includes(status));
}

const isOfOtherChannel = /\b(?:sms|phone|whatsapp|calls?|push)\b/;

/** A value without case, accents and the signs between words. */
export const wordKey = (text: string): string =>
  folded(text)
    .replace(/[\s_\u00a0-]+/g, ' ')
    .trim();

/** The words of a cell without a date, a “please” and a full stop around them: `abgemeldet am 3.4.2026`. */
const bareWord = (word: string): string =>
  word.replace(/^(?:please|bitte) |(?: ?\(?(?:am|on|at|since|seit|le|el|em|op)? ?\d[\d./: ]*\)?)?[.!]*$/g, '');

const list = (text: string): string[] => text.split(',').map(wordKey);
const setOf = (text: string): ReadonlySet<string> => new Set(list(text));

const yes = setOf(
  'yes,y,true,t,1,x,on,checked,all,email,emails,ja,j,wahr,oui,vrai,si,s,verdadero,sim,verdadeiro,waar,tak,ano,igen,kylla,evet,da,да,так,はい,是,✓,✔,○',
);
const no = setOf(
  'no,n,false,f,0,off,unchecked,none,null,n/a,nein,falsch,non,faux,falso,nao,nee,onwaar,nie,nej,nei,ne,nem,ei,nu,hayır,нет,ні,いいえ,否,×,sms,call,calls,whatsapp,voicemail,phone',
);

const isNothing = /^(?:\W*|no reason|not applicable|no bounces?|not bounced)$/;

/** How people write that somebody did not agree, or did. */
const isRefusal =
  /^(?:nicht|keine?|ohne|not|no|without|non|pas|sans|sin|sem|niet|geen|senza|inte|ikke|nem|не) |^(?:offen|open|verweigert|abgelehnt|denied|declined|refused|rejected|rechazado|recusado|geweigerd|rifiutato|revocato)$/;
const isConsent = /^(?:erteilt|gegeben|zugestimmt|granted|given|agreed|accepted)$/;

const isMoment =
  /\b(?:19|20)\d\d\b|\d{1,2}[-/. ]\d{1,2}[-/. ]\d{2,4}|^\d{10}(?:\d{3})?$|^(?:19|20)\d{6}t\d{4,6}$|\d{1,2}:\d\d/;

/** Words that mean under any header that somebody left, cannot be reached, or has died. */
const anywhere: ReadonlyMap<string, MailStatus> = meanings({
  left:
    'unsubscribed,unsubscribe,unsub,opted out,opt out,optout,optedout,blocklisted,blacklisted,do not contact,do not email,do not mail,do not send,asked to be removed,remove from list,removed from list,remove from mailing list,no email,no emails,no mail,no marketing,no newsletter,dnd,marked as spam,reported as spam,spam complaint,consent withdrawn,consent revoked,' +
    'abgemeldet,abmelder,abmeldung,abbestellt,ausgetragen,einwilligung widerrufen,mailsperre,kontaktsperre,werbesperre,newslettersperre,keine werbung,keine mails,keine e mails,kein newsletter,keinen newsletter,keine mail,keine e mail,keine werbemails,hat widerrufen,nicht anschreiben,nicht kontaktieren,nicht mailen,robinsonliste,' +
    'desabonne,desabonnee,desinscrit,desinscrite,ne pas contacter,ne plus contacter,dado de baja,dada de baja,desuscrito,desuscrita,no contactar,descadastrado,descadastrada,nao contatar,uitgeschreven,afgemeld,niet mailen,niet benaderen,' +
    'disiscritto,disiscritta,consenso revocato,non contattare,wypisany,wypisana,zgoda cofnieta,nie kontaktowac,' +
    'avregistrerad,avanmald,avprenumererad,vill inte ha mejl,inga mejl,ingen reklam,afmeldt,frameldt,avmeldt,ingen mails,ingen nyhedsbrev,odhlasen,odhlasena,odhlaseny,leiratkozott,leiratkozva,nem kér levelet,dezabonat,dezabonata,отписан,отписана,отписался,отписалась,не писать,не присылать,не беспокоить,配信停止,配信解除,配信不要,メール不要,購読解除,退会,退会済み,退订',
  bounced:
    'bounced,hard bounce,hard bounced,hardbounce,soft bounce,soft bounced,undeliverable,invalid,invalid email,email invalid,bad email,wrong email,mailbox not found,spam trap,spamtrap,' +
    'unzustellbar,ungultig,email ungultig,e mail ungultig,falsche email,email invalide,email invalido,onbestelbaar,ongeldig,studsade,ogiltig e post,ugyldig email,visszapattant,érvénytelen e mail,недоставлено,недействителен,不達,宛先不明,配信エラー',
  out: 'deceased,passed away,unconfirmed,never subscribed,not subscribed,non subscribed,verstorben,gestorben,†,decede,decedee,fallecido,fallecida,falecido,falecida,overleden,deceduto,deceduta,zmarły,zmarła,avliden,afgået ved døden,elhunyt,умер,умерла,死亡,逝去',
});

const states: ReadonlyMap<string, MailStatus> = new Map([
  ...meanings({
    in:
      'subscribed,subscriber,active,enabled,confirmed,opted in,opt in,optin,explicit,express,expressed,implicit,implied,valid,verified,double opt in,single opt in,marketing contact,ok,attending,checked in,free,paid,comped,complimentary,member,normal,digest,mimedigest,index,' +
      'abonniert,angemeldet,aktiv,bestatigt,eingetragen,abonne,abonnee,inscrit,inscrite,actif,confirme,confirmee,suscrito,suscrita,activo,activa,confirmado,confirmada,alta,inscrito,inscrita,assinante,ativo,ativa,ingeschreven,aangemeld,geabonneerd,actief,bevestigd,' +
      'prenumererar,prenumerant,bekräftad,tilmeldt,bekræftet,feliratkozott,feliratkozva,aktív,megerősített,подписан,подписана,активен,активна,подтвержден,подтверждена,購読中,登録済み,配信中,有効,承認済み',
    left:
      'suppressed,complained,complaint,complainer,spam,spam reported,reported spam,marked spam,abuse,junk,blocked,blocklist,blacklist,banned,nomail,cancelled,canceled,removed,declined,refused,revoked,withdrawn,unsubscribed by admin,unsubscribed (admin),unsubscribed by user,' +
      'widerrufen,gesperrt,gekundigt,beschwerde,bloque,bloquee,refuse,plainte,de baja,baja,cancelado,cancelada,bloqueado,bloqueada,rechazado,desinscrito,desinscrita,descadastro,removido,recusado,reclamacao,opgezegd,geblokkeerd,geweigerd,klacht,' +
      'spärrad,blockerad,uppsagd,spærret,opsagt,letiltva,visszavonta,заблокирован,заблокирована,отказ,отказался,解除,解約,停止,拒否',
    bounced:
      'bounce,hardbounced,softbounce,cleaned,undelivered,unreachable,hard,soft,held,nicht erreichbar,unerreichbar,rucklaufer,zuruckgewiesen,bereinigt,rebond,non delivrable,nettoye,invalide,rebotado,rebote,limpiado,invalido,devolvido,rejeitado,limpo,gebounced,opgeschoond,studs,ogiltig,ugyldig,érvénytelen,недоступен,エラー,無効なアドレス',
    out:
      'pending,pending confirmation,not confirmed,awaiting confirmation,needs confirm,awaiting,confirmation pending,double opt in pending,nonsubscribed,not set,transactional,not opted in,no permission,temporary hold,temp hold,non marketing contact,inactive,disabled,deleted,archived,expired,refunded,fully refunded,not attending,transferred,no consent,' +
      'unbestatigt,nicht bestatigt,ausstehend,nicht abonniert,inaktiv,geloscht,archiviert,erstattet,non confirme,en attente,non abonne,non inscrit,inactif,supprime,rembourse,pendiente,sin confirmar,no confirmado,no suscrito,inactivo,eliminado,reembolsado,pendente,nao confirmado,nao inscrito,inativo,excluido,niet bevestigd,in afwachting,niet ingeschreven,niet geabonneerd,inactief,verwijderd,terugbetaald,' +
      'obekräftad,väntande,raderad,ubekræftet,afventer,slettet,inaktív,megerősítésre vár,törölt,не подтвержден,не подписан,неактивен,удален,未確認,仮登録,無効,未登録,削除済み',
  }),
  ...anywhere,
]);

const ambiguous = setOf('active,enabled,aktiv,actif,activo,activa,ativo,ativa,actief,aktív,активен,有効');

/** Words that are only used for subscriptions: a column of such words is a status column with any header. */
const telling = setOf(
  'subscribed,unsubscribed,opted out,opted in,bounced,hard bounced,cleaned,complained,unconfirmed,blocklisted,blacklisted,suppressed,never subscribed,non subscribed,not subscribed,' +
    'abgemeldet,abonniert,desabonne,desinscrit,abonne,dado de baja,suscrito,desuscrito,descadastrado,inscrito,uitgeschreven,afgemeld,ingeschreven,' +
    'prenumererar,avregistrerad,tilmeldt,afmeldt,feliratkozott,leiratkozott,подписан,отписан,購読中,配信停止',
);

function meanings(words: {readonly [S in MailStatus]?: string}): ReadonlyMap<string, MailStatus> {
  return new Map(
    (Object.keys(words) as MailStatus[]).flatMap(status =>
      list(words[status] ?? '').map(word => [word, status] as const),
    ),
  );
}

const anyOf = (words: readonly string[]): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${[...words].sort((a, b) => b.length - a.length).join('|')})(?!\\p{L})`, 'u');

const labels = anyOf([...anywhere.keys()]);

/** A single word in a sentence may mean anything, so a note must have a phrase. */
const phraseWords = [...anywhere.keys()].filter(word => anywhere.get(word) === 'left' && word.includes(' '));
const phrases = anyOf(phraseWords);
const mayBePhrase = new RegExp(phraseWords.map(word => word.replaceAll(' ', '[ :./]')).join('|'));

/** The first bytes of the words that mean it under any header: hardly any cell of a large file is decoded. */
export const beginnings: ReadonlySet<string> = new Set(
  [...anywhere.keys(), 'please', 'bitte'].map(word => word.slice(0, 3)),
);
