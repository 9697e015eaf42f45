import {UsageError} from '../../errors.js';
import {didYouMean} from '../../words/closest.js';
import {lookUp} from '../../words/look-up.js';
import {headerKey} from './header-names.js';
import {type ExportFormat, formatOf} from './known-exports.js';
import {isTelling, type MailStatus, mailStatusOf, type StatusKind} from './status-words.js';

/** A column that says who gets no mail, such as `Status`, `Accepts Marketing` or `UNSUB_TIME`. */
export type StatusColumn = {readonly header: string; readonly column: number; readonly kind: StatusKind};

type Shown = {readonly header: string; readonly values: readonly string[]};

/** Finds the columns that say who gets no mail: by header, by values, or by the given name or `none`. */
export function statusColumns(columns: readonly Shown[], name: string | undefined): StatusColumn[] {
  if (name?.toLowerCase() === 'none') return [];
  const format = formatOf(columns.map(({header}) => header));
  if (name === undefined) {
    return columns.flatMap(({header, values}, column) => {
      const kind = kindOf(header, values, format);
      return kind === undefined ? [] : [{header, column, kind}];
    });
  }
  const key = headerKey(name);
  const column = columns.findIndex(({header}) => header !== '' && headerKey(header) === key);
  if (column < 0) {
    throw new UsageError(`--status-column: the file has no column “${name}”.`, {
      hint: didYouMean(name, columns.map(({header}) => header).filter(Boolean), 'Its columns are'),
    });
  }
  const {header, values} = columns[column] as Shown;
  return [{header, column, kind: kindOf(header, values, format) ?? 'state'}];
}

/** A person's mail status from several columns: one no outweighs any yes, and any unknown value. */
export function worstStatus(statuses: ReadonlyArray<MailStatus | undefined>): MailStatus | undefined {
  const against = (['left', 'bounced', 'out'] as const).find(status => statuses.includes(status));
  return against ?? (statuses.includes(undefined) ? undefined : 'in');
}

function kindOf(header: string, values: readonly string[], format: ExportFormat | undefined): StatusKind | undefined {
  const key = headerKey(header);
  const known = lookUp(format?.status ?? {}, key);
  if (known !== undefined) return known === 'nothing' ? undefined : known;
  const reason = reasons.find(([, pattern]) => pattern.test(key));
  if (reason !== undefined && !isOtherChannel(key)) return reason[0];
  if (isOtherChannel(key) || isAboutSomethingElse(key)) return undefined;
  const sure = headers.find(([, pattern]) => pattern.test(key));
  if (sure !== undefined) return sure[0];
  return kindByValues(
    key,
    values.filter(value => value.trim() !== ''),
  );
}

/** The kind of a column whose header may mean something else. */
function kindByValues(key: string, filled: readonly string[]): StatusKind | undefined {
  const hinted = hints.find(([, pattern]) => pattern.test(key))?.[0];
  if (hinted !== undefined && filled.length === 0) return hinted === 'bounced' ? 'bounce reason' : 'leaving reason';
  if (hinted !== undefined && areMostly(hinted, filled) && !isCount(filled)) return hinted;
  if (filled.length === 0) return undefined;
  const perhaps = doubtful.find(([, pattern]) => pattern.test(key))?.[0];
  if (perhaps !== undefined && !filled.some(isOfAccounts) && areMostly(perhaps, filled)) return perhaps;
  return filled.some(isTelling) && areMostly('state', filled) ? 'state' : undefined;
}

/** Whether most values are status words. A few unknown ones are asked about. */
const areMostly = (kind: StatusKind, filled: readonly string[]): boolean =>
  filled.filter(value => mailStatusOf(value, kind) !== undefined).length >= 0.8 * filled.length;

/** Whether a value is the state of a shop account, rather than of a subscription. */
const isOfAccounts = (value: string): boolean => /^(?:en|dis)abled$/i.test(value.trim());

/** Whether a column is about another channel: people who want no text messages may still get mail. */
const isOtherChannel = (key: string): boolean => /sms|phone|whatsapp|fax|postal|push|call(?:s|$)/.test(key);

/** Whether a column says why, where or how often somebody left. */
const isAboutSomethingElse = (key: string): boolean =>
  /reason|campaign(?:id|title|name)|url|link|token|count|rate$|score|source|method|(?<!sh)ip$|^(?:numberof|total|times)|emails(?:hard|soft)?bounced$|bounces$/.test(
    key,
  );

/** Whether values are counts, which also begin with 0 and 1. */
const isCount = (filled: readonly string[]): boolean =>
  filled.length > 0 && filled.every(value => /^\s*\d{1,4}\s*$/.test(value));

/** A word for leaving, and a word for mail that may be beside it. */
const leaving = '(?:unsub(?:scribe[drs]?|scription)?|opt(?:ed)?out|suppress(?:ed|ions?)?|bl(?:ack|ock)list(?:ed)?)';
const around =
  '(?:is|has|was|been|globally|global|e?mails?|marketing|newsletter|all|of|from|by|the|hs|to|everything|contact|customer)*';
const moment = '(?:time|date|datetime|timestamp|at|on|confirmtime|status|flag)?';

/** Headers without signs, in English, German, French, Spanish, Portuguese and Dutch. */
const headers: ReadonlyArray<readonly [StatusKind, RegExp]> = [
  [
    'state',
    /^(?:status|estatus|statut)$|^(?:status|estado|estatus|statut|etat|situacao)(?:des?|dela?|du|do|da|l)*(?:abonnement|abo|newsletter|email|contact|contato|contacto|suscripcion|inscricao|inscription|inscrito)$/,
  ],
  [
    'state',
    /^(?:e?mail|global|list|contact|member|subscri(?:ber|ption)|marketing|consent|permission|optin|confirm(?:ation)?|newsletter|bounce|attendee|abo|anmelde|abmelde|abonnement|inschrijf|sub)+(?:status|state)$/,
  ],
  ['unsubscribed', new RegExp(`^(?:date|time)?${around}${leaving}${around}${moment}$`)],
  [
    'unsubscribed',
    /^(?:donot(?:e?mail|contact|send)|dnd(?:e?mail|all)?|no(?:e?mail|contact|marketing)s?|e?mail(?:disabled|dnd)|(?:e?mail)?(?:spam)?complain(?:ed|ts?)(?:at|date)?|markedasspam|reportedspam|spam(?:reported)?)$/,
  ],
  [
    'unsubscribed',
    /^(?:abgemeldet|abmeldedatum|abbestellt|ausgetragen|gesperrt|werbesperre|keinewerbung|keinnewsletter|widerrufen|widerspruch)(?:am)?$/,
  ],
  [
    'unsubscribed',
    /^(?:date(?:de)?)?(?:desinscrit|desabonne|desinscription|desabonnement|(?:dado|dada|fecha)de?baja|baja|desuscrito|descadastrado|descadastro|datadecancelamento|uitgeschreven|afgemeld|uitschrijfdatum|afmelddatum)(?:e|le|op|em)?$/,
  ],
  ['bounced', /^(?:is|has)?(?:e?mail)?(?:hard)?(?:bounced?|cleaned|clean(?=time))(?:e?mail)?(?:time|date|at|on)?$/],
  [
    'subscribed',
    /^(?:is|currently)?(?:e?mail)?subscribed(?:to(?:e?mails?|newsletter|list))?$|^(?:newsletter)?(?:abonniert|abonne|suscrito|inscrito|geabonneerd)$/,
  ],
  [
    'agreed',
    /^(?:accepts?|agrees?(?:to)?|allows?|wants?|receives?|can(?:receive)?|may)(?:e?mails?|marketing|newsletter)+$|^(?:e?mail|marketing|newsletter|gdpr|has|is)*(?:consent(?:ed)?|opt(?:ed)?in|permission|allowed)(?:e?mail|marketing|newsletter|tomarketing)*$/,
  ],
  [
    'agreed',
    /^(?:dsgvo|werbe|newsletter)?(?:einwilligung|einverstanden|zustimmung)$|^(?:consentement|accepte?(?:les)?(?:e?mails|newsletter)|consentimiento|acepta(?:marketing|correos|publicidad)|consentimento|aceita(?:marketing|emails)|toestemming|akkoord)(?:marketing|email|newsletter)?$/,
  ],
];

/** Columns of reasons: a filled cell means yes, because nobody has a reason for something that did not happen. */
const reasons: ReadonlyArray<readonly [StatusKind, RegExp]> = [
  ['bounce reason', /(?:bounced?|quarantined?|undeliver\w*).*reason|reason.*(?:bounce|quarantine)/],
  ['leaving reason', new RegExp(`${leaving}.*reason|reason.*${leaving}|suppressions$`)],
];

/** Headers that mention leaving or bouncing in other words; they count if every value is a yes, a no or a date. */
const hints: ReadonlyArray<readonly [StatusKind, RegExp]> = [
  ['bounced', /bounce|undeliver|quarantine|unreachable|invalide?mail/],
  ['unsubscribed', new RegExp(`${leaving}|complain`)],
];

/** Headers that mean something else in most files, so their values decide. */
const doubtful: ReadonlyArray<readonly [StatusKind, RegExp]> = [
  ['subscribed', /^(?:newsletters?|mailinglist|abo|abonnement|subscri(?:ption|be))$/],
  ['withdrawn', /^(?:is)?(?:refunded|deleted|disabled)(?:at|on|date)?$/],
  ['unsubscribed', /^(?:is)?(?:blocked|banned)$/],
  ['state', /^(?:state|estado|etat|situacao)$/],
];
