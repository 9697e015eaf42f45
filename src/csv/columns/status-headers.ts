import type {StatusKind} from './status-words.js';

type Patterns = ReadonlyArray<readonly [StatusKind, RegExp]>;

const among =
  (patterns: Patterns) =>
  (key: string): StatusKind | undefined =>
    patterns.find(([, pattern]) => pattern.test(key))?.[0];

/** Whether a column is about another channel: people who want no text messages may still get mail. */
export const isOtherChannel = (key: string): boolean =>
  /sms|phone|telefon|whatsapp|fax|postal|push|anruf|call(?:s|$)/.test(key);

/** Whether a column says why, where or how often somebody left. */
export const isAboutSomethingElse = (key: string): boolean =>
  /reason|campaign(?:id|title|name)|url|link|token|count|rate$|score|source|method|(?<!sh)ip$|^(?:numberof|total|times)|emails(?:hard|soft)?bounced$|bounces$/.test(
    key,
  );

/** Blocks that say nothing of mail: of deliveries, bills, accounts, calls. */
const otherBlocks =
  '(?:liefer|mahn|auftrags?|kredit|zahlungs?|zahl|buchungs?|faktur|konto|karten|zugangs?|zugriffs?|login|einkaufs?|bestell|telefon|anruf|post|rechnungs?|passwort|ent|absperr?)';

/** A word for leaving, and a word for mail that may be beside it. */
const leaving = '(?:unsub(?:scribe[drs]?|scription)?|opt(?:ed)?out|suppress(?:ed|ions?)?|bl(?:ack|ock)list(?:ed)?)';
const around =
  '(?:is|has|was|been|globally|global|e?mails?|marketing|newsletter|all|of|from|by|the|hs|to|everything|contact|customer)*';
const moment = '(?:time|date|datetime|timestamp|at|on|confirmtime|status|flag)?';

/** Headers without signs, in English, German, French, Spanish, Portuguese and Dutch. */
const headers: Patterns = [
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
const reasons: Patterns = [
  ['bounce reason', /(?:bounced?|quarantined?|undeliver\w*).*reason|reason.*(?:bounce|quarantine)/],
  ['leaving reason', new RegExp(`${leaving}.*reason|reason.*${leaving}|suppressions$`)],
];

/** Headers that mention leaving or bouncing in other words; they count if every value is a yes, a no or a date. */
const hints: Patterns = [
  ['bounced', /bounce|undeliver|quarantine|unreachable|invalide?mail/],
  ['unsubscribed', new RegExp(`${leaving}|complain`)],
];

/** Headers that mean something else in most files, so their values decide. */
const doubtful: Patterns = [
  ['subscribed', /^(?:newsletters?|mailinglist|abo|abonnement|subscri(?:ption|be))$/],
  ['withdrawn', /^(?:is)?(?:refunded|deleted|disabled)(?:at|on|date)?$/],
  ['unsubscribed', /^(?:is)?(?:blocked|banned)$/],
  ['state', /^(?:state|estado|etat|situacao)$/],
];

/** Parts of such words, and of consent that is not given or taken back, in other languages: Swedish, Danish, Norwegian, Finnish, Czech, Slovak, Hungarian, Romanian, Russian, Ukrainian, Turkish, Japanese, Chinese. */
const ofOthers = {
  leaving:
    'avregistrer|avprenumerer|avanmal|avslutadprenum|sparrad|afmeld|frameld|avmeld|peruut|odhlas|leiratkoz|dezabon|отписа|отказ|відписа|відмов|abonelikten|配信停止|解除|退会|退订|取消订阅|拒收|' +
    '(?:ej|inget|ikke|intet|ei)samty|eisuostumus|nesouhlas|nesuhlas|несоглас|неподписан|непідписан|[不未]同意|aterkall|tilbagetruk|tilbakekal|odvolan|отзывсоглас|отозва|відкликан|撤回',
  joined: 'prenumerer|tilmeld|pameld|tilaaja|odebira|feliratkoz|подписан|підписан',
  agreeing: 'samtyck|samtykke|suostumus|souhlas|suhlas|hozzajarul|acordul|согласи|згод|同意',
};

/** Words inside headers that may say who gets no mail. What such a column means is asked, unless it speaks for everybody. */
const suspicious: Patterns = [
  [
    'withdrawn',
    /deceased|^(?:is)?dead$|^died|(?:date|day)ofdeath|deathdate|verstorb|gestorben|sterbe(?:datum|tag)|todes(?:datum|tag)|decede|deces$|fallec[ei]|falec[ei]|overleden|overlijden|decedut[oa]|zmar[lł]|^(?:is)?(?:geloscht|archiviert|archived|deleted|inaktiv|inactive)(?:am|at|on|seit|since)?$|^austritt(?:s?datum|am)?$|^ausgetreten(?:am)?$/,
  ],
  [
    'bounced',
    /bounced?(?!r)|undeliver|unzustell|rucklauf|rebot[ea]|onbestelbaar|(?:invalid|bad|wrong|falsche|ungultige)e?mail|e?mail(?:address|adresse)?(?:invalid|ungultig|error)|quarantin/,
  ],
  [
    'unsubscribed',
    new RegExp(
      `${leaving}|(?<!${otherBlocks})sperr(?!gut|mull|holz|konto)|(?:^|mail|contact)(?:is)?blocked|blockiert|geblokkeerd|bloquead|robinson|abgemeld|abmeld|abbestell|widerr?uf|widerspr|desinscri|desabonn|(?:dad[oa]|fecha)debaja|^baja|desuscri|descadastr|uitgeschreven|uitschrijf|afgemeld|opgezegd|disiscri|rezygnacj|wypisan|${ofOthers.leaving}`,
    ),
  ],
  [
    'unsubscribed',
    /do?n[o']?t(?:e?mail|contact|send|market)|^no(?:more)?(?:e?mail|contact|marketing|newsletter)|keine?(?:werbung|e?mails?|newsletter|mailings?)|nicht(?:anschreiben|kontaktieren|mailen|bewerben)|nep(?:as|lus)(?:contact|envoy|sollicit)|n[ao]o?(?:contactar|contatar|enviar)|non(?:contattare|inviare)|nie(?:kontaktowac|wysy[lł]ac)|niet(?:mailen|benaderen|contacteren)|^dnd/,
  ],
  [
    'subscribed',
    /^(?:e?mail|is|has|wants?|receives?|ja)*(?:newsletters?|mailings?|rundmail|infomail|mails?(?=$))(?:an|ok|e?mails?|erwunscht|yn|flag)*$/,
  ],
  [
    'subscribed',
    new RegExp(
      `subscribed|abonniert|(?:^|newsletter)(?:abonnee?|suscrit[oa]|inscrit[oa]|iscritt[oa]|geabonneerd)$|${ofOthers.joined}`,
    ),
  ],
  ['state', /^(?:adress|kunden|kontakt|mitglieds?|empfanger|address|customer|contact|member|recipient|person)status$/],
  ['agreed', /^(?:is)?(?:active|aktiv|actif|activ[oa]|attiv[oa]|actief|aktywny)$/],
  ['agreed', new RegExp(ofOthers.agreeing)],
  [
    'agreed',
    /gdpr|dsgvo|rgpd|lgpd|consent|permission|opt(?:ed)?in|einwillig|einverstand|zustimm|mail(?:ing)?(?:erlaub|ok|allowed)|okto(?:e?mail|contact)|accepts?(?:e?mail|marketing|newsletter)|toestemming|akkoord|consenso|zgod[ay]|^doi(?:status)?$|kontakt(?:erlaubt|ok)|darf.*(?:angeschrieben|kontaktiert|mail)|^(?:wants?|receives?|send|allows?|ok)*(?:marketing|werbung|publicite|publicidad|publicidade|reclame)(?:ok|e?mails?|erwunscht|erlaubt)*$|(?:contact|mail|email)able$/,
  ],
  [
    'agreed',
    /^(?:is)?(?:verified|verification(?:result|status|state)?|validation(?:result|status)?|confirmed|bestatigt|deliverab\w*|zustellbar)$|mail(?!ing).*(?:verif|valid|deliverab|check|quality|risk|result|confirm|bestatig)|(?:verif|valid|deliverab|confirm).*mail(?!ing)|zerobounce|neverbounce|zbstatus|millionverifier/,
  ],
];

/** The kind of a column whose header says it. */
export const sureKind = among(headers);

/** The kind of a column of reasons. */
export const reasonKind = among(reasons);

/** The kind of a column that counts if its values suit it. */
export const hintedKind = among(hints);

/** The kind of a column whose values decide. */
export const doubtfulKind = among(doubtful);

/**
 * How a header that only may say who gets no mail reads its values. `plain` is the header without what stands in brackets
 * or after it. Any other header about consent or mail counts if its values are only yes and no.
 */
export const suspectKind = (key: string, plain: string): StatusKind | undefined =>
  isOtherChannel(key) || isAboutSomethingElse(key) || isOfOrders(key)
    ? undefined
    : (among(suspicious)(key) ?? among(suspicious)(plain) ?? (isAboutMail.test(key) ? 'answer' : undefined));

const isAboutMail =
  /mail|courriel|correo|newsletter|rundbrief|infobrief|nieuwsbrief|bulletin|boletin|werbe|werbung|marketing|reklam|publici|consen[ts]|einwillig|einverst|zustimm|erlaub|permi[st]|toestem|gdpr|dsgvo|rgpd|lgpd/;

/** A header without brackets, and without the answers that may stand in or after it: `Newsletter ja/nein`, `Mails (Y/N)?`. */
export const plainHeader = (header: string): string =>
  header
    .replace(/[([{][^)\]}]*[)\]}]/g, ' ')
    .replace(/[\s:,;–-]+\p{L}{1,5}\s?[/|]\s?\p{L}{1,5}\s*\??\s*$/u, '')
    .trim();

/** Whether a header is about orders, bills and other things that may be blocked, invalid or returned too. */
export const isOfOrders = (key: string): boolean =>
  /order|(?<!ab)bestell|payment|zahlung|invoice|rechnung|shipping|shipment|versand|parcel|delivery(?!status)|vat(?:id|number|check|$)|^ust|taxid|iban|card|coupon|ticket/.test(
    key,
  );

/** Columns of labels, of which each cell may hold several. */
export const holdsLabels = (key: string): boolean =>
  /(?:tags?|labels?|groups?|groupmembership|lists?|segments?|categor(?:y|ies)|keywords?|schlagwort(?:er|e)?|kategorien?|gruppen?|listen?|etiquet(?:tes?|as?)|groupes?|grupos?|listas?|groepen|lijsten)$/.test(
    key,
  );

/** Columns of sentences that people wrote about somebody. */
export const holdsNotes = (key: string): boolean =>
  /(?:notes?|remarks?|comments?|bemerkung(?:en)?|kommentare?|notiz(?:en)?|anmerkung(?:en)?|remarques?|commentaires?|notas?|opmerking(?:en)?)$/.test(
    key,
  );
