import {type MailStatus, unmistakable, worstLabel, worstNote} from './unmistakable-words.js';
import {bareWord, list, wordKey} from './word-key.js';

/**
 * What a yes in a column means; in a `state` column, the words say it. Any reason for leaving is a yes. Somebody named a
 * column of `words`. Of `labels`, `notes` and `cells`, only those count that cannot mean anything else.
 */
export type StatusKind =
  | 'state'
  | 'words'
  | 'labels'
  | 'notes'
  | 'cells'
  | 'unsubscribed'
  | 'bounced'
  | 'withdrawn'
  | 'subscribed'
  | 'agreed'
  | 'agreed or empty'
  | 'answer'
  | 'leaving reason'
  | 'bounce reason';

/** What the words of one file mean, according to its owner. */
export type OwnWords = ReadonlyMap<string, MailStatus>;

/** The words of a file by their meaning, for looking them up without case. */
export const ownWords = (pairs: ReadonlyArray<readonly [word: string, meaning: MailStatus]> = []): OwnWords =>
  new Map(pairs.map(([word, meaning]) => [wordKey(word), meaning]));

/** The mail status in a cell; undefined for an unknown value. An empty cell says nothing against anybody. */
export function mailStatusOf(text: string, kind: StatusKind, ownerWords: OwnWords = none): MailStatus | undefined {
  const word = wordKey(text);
  if (word === '') return kind === 'agreed or empty' ? 'out' : 'in';
  const ownMeaning = ownerWords.get(word);
  if (ownMeaning !== undefined) return ownMeaning;
  if (kind === 'labels') return worstLabel(text) ?? 'in';
  if (kind === 'cells') return unmistakable(bareWord(word)) ?? 'in';
  if (kind === 'notes') return worstNote(text, word) ?? 'in';
  return statusOf(word, kind);
}

function statusOf(word: string, kind: StatusKind): MailStatus | undefined {
  const reason = reasons.get(kind);
  if (reason !== undefined) return no.has(word) || isNothing(word) ? 'in' : reason;
  const bare = bareWord(word);
  const own = statuses.get(word) ?? statuses.get(bare) ?? unmistakable(bare);
  // “Active” may mean that a block is.
  if (own !== undefined) return isAgainst(kind) && ambiguous.has(word) ? undefined : own;
  return isAnswer(kind) ? answerIn(word, kind) : undefined;
}

/** What a yes, a no or a date means. */
function answerIn(word: string, kind: keyof typeof meanings): MailStatus | undefined {
  const bare = bareWord(word);
  const parts = (yes.has(bare) || no.has(bare) ? bare : word).split(/ ?[,;|] ?/);
  if (parts.every(part => yes.has(part) || no.has(part)))
    return meanings[kind][parts.some(part => yes.has(part)) ? 'yes' : 'no'];
  if (!isAgainst(kind) && isRefusal.test(bare)) return meanings[kind].no;
  if (!isAgainst(kind) && isConsent.test(bare)) return meanings[kind].yes;
  const isMoment =
    /\b(?:19|20)\d\d\b|\d{1,2}[-/. ]\d{1,2}[-/. ]\d{2,4}|^\d{10}(?:\d{3})?$|^(?:19|20)\d{6}t\d{4,6}$|\d{1,2}:\d\d/.test(
      word,
    );
  return isMoment ? meanings[kind].yes : undefined;
}

const isAgainst = (kind: StatusKind): boolean => kind === 'unsubscribed' || kind === 'bounced' || kind === 'withdrawn';

/** Whether a word is only used for subscriptions: a column of such words is a status column with any header. */
export const isTelling = (text: string): boolean => telling.has(wordKey(text));

const none: OwnWords = new Map();

const reasons: ReadonlyMap<StatusKind, MailStatus> = new Map([
  ['leaving reason', 'left'],
  ['bounce reason', 'bounced'],
]);

/** How programs write that there is no reason. */
const isNothing = (word: string): boolean => /^(?:\W*|no reason|not applicable|no bounces?|not bounced)$/.test(word);

const isAnswer = (kind: StatusKind): kind is keyof typeof meanings => kind in meanings;

const meanings = {
  unsubscribed: {yes: 'left', no: 'in'},
  bounced: {yes: 'bounced', no: 'in'},
  withdrawn: {yes: 'out', no: 'in'},
  subscribed: {yes: 'in', no: 'left'},
  agreed: {yes: 'in', no: 'out'},
  'agreed or empty': {yes: 'in', no: 'out'},
  answer: {yes: 'in', no: 'out'},
} as const satisfies {readonly [K in StatusKind]?: {readonly yes: MailStatus; readonly no: MailStatus}};

const yes = new Set(
  list(
    'yes,y,true,t,1,x,on,checked,all,email,emails,ja,j,wahr,oui,vrai,si,s,verdadero,sim,verdadeiro,waar,tak,ano,igen,kylla,evet,da,да,так,はい,是,✓,✔',
  ),
);
const no = new Set(
  list(
    'no,n,false,f,0,off,unchecked,none,null,n/a,nein,falsch,non,faux,falso,nao,nee,onwaar,nie,nej,nei,ne,nem,ei,nu,hayır,нет,ні,いいえ,否,sms,call,calls,whatsapp,voicemail,phone',
  ),
);

/** Whether a cell is a yes or a no in a language that emk knows. */
export const isYesOrNo = (text: string): boolean => yes.has(wordKey(text)) || no.has(wordKey(text));

/** How people write that somebody did not agree, in a column that says who did. */
const isRefusal =
  /^(?:nicht|keine?|ohne|not|no|without|non|pas|sans|sin|sem|niet|geen|senza) |^(?:offen|open|verweigert|abgelehnt|denied|declined|refused|rejected|rechazado|recusado|geweigerd|rifiutato|revocato)$/;

const isConsent = /^(?:erteilt|gegeben|zugestimmt|granted|given|agreed|accepted)$/;

/** Words of English, German, French, Spanish, Portuguese and Dutch exports. */
const words: {readonly [S in MailStatus]: readonly string[]} = {
  in: list(
    'subscribed,subscriber,active,enabled,confirmed,opted in,opt in,optin,explicit,express,expressed,implicit,implied,valid,verified,double opt in,single opt in,marketing contact,ok,attending,checked in,free,paid,comped,complimentary,member,normal,digest,mimedigest,index,' +
      'abonniert,angemeldet,aktiv,bestatigt,eingetragen,' +
      'abonne,abonnee,inscrit,inscrite,actif,confirme,confirmee,' +
      'suscrito,suscrita,activo,activa,confirmado,confirmada,alta,' +
      'inscrito,inscrita,assinante,ativo,ativa,' +
      'ingeschreven,aangemeld,geabonneerd,actief,bevestigd',
  ),
  left: list(
    'unsubscribed,unsubscribe,unsub,opted out,opt out,optout,optedout,suppressed,complained,complaint,complainer,spam,spam complaint,spam reported,reported spam,reported as spam,marked as spam,marked spam,abuse,junk,blocked,blocklisted,blocklist,blacklisted,blacklist,banned,do not contact,nomail,no mail,do not email,do not mail,dnd,cancelled,canceled,removed,declined,refused,revoked,withdrawn,unsubscribed by admin,unsubscribed (admin),unsubscribed by user,' +
      'abgemeldet,abbestellt,ausgetragen,widerrufen,gesperrt,gekundigt,beschwerde,' +
      'desabonne,desabonnee,desinscrit,desinscrite,bloque,bloquee,refuse,plainte,' +
      'dado de baja,dada de baja,de baja,baja,desuscrito,desuscrita,cancelado,cancelada,bloqueado,bloqueada,rechazado,' +
      'descadastrado,descadastrada,desinscrito,desinscrita,descadastro,removido,recusado,reclamacao,' +
      'uitgeschreven,afgemeld,opgezegd,geblokkeerd,geweigerd,klacht',
  ),
  bounced: list(
    'bounced,bounce,hard bounce,hard bounced,hardbounce,hardbounced,soft bounce,soft bounced,softbounce,cleaned,undeliverable,undelivered,unreachable,hard,soft,invalid,invalid email,mailbox not found,held,' +
      'unzustellbar,nicht erreichbar,unerreichbar,rucklaufer,zuruckgewiesen,bereinigt,' +
      'rebond,non delivrable,nettoye,invalide,' +
      'rebotado,rebote,limpiado,invalido,' +
      'devolvido,rejeitado,limpo,' +
      'gebounced,onbestelbaar,ongeldig,opgeschoond',
  ),
  out: list(
    'unconfirmed,pending,pending confirmation,not confirmed,awaiting confirmation,needs confirm,awaiting,confirmation pending,double opt in pending,non subscribed,nonsubscribed,not subscribed,never subscribed,not set,transactional,not opted in,no permission,temporary hold,temp hold,non marketing contact,inactive,disabled,deleted,archived,expired,refunded,fully refunded,not attending,transferred,no consent,' +
      'unbestatigt,nicht bestatigt,ausstehend,nicht abonniert,inaktiv,geloscht,archiviert,erstattet,' +
      'non confirme,en attente,non abonne,non inscrit,inactif,supprime,rembourse,' +
      'pendiente,sin confirmar,no confirmado,no suscrito,inactivo,eliminado,reembolsado,' +
      'pendente,nao confirmado,nao inscrito,inativo,excluido,' +
      'niet bevestigd,in afwachting,niet ingeschreven,niet geabonneerd,inactief,verwijderd,terugbetaald',
  ),
};

const statuses: ReadonlyMap<string, MailStatus> = new Map(
  (Object.keys(words) as MailStatus[]).flatMap(status => words[status].map(word => [word, status] as const)),
);

const ambiguous = new Set(list('active,enabled,aktiv,actif,activo,activa,ativo,ativa,actief'));

const telling = new Set(
  list(
    'subscribed,unsubscribed,opted out,opted in,bounced,hard bounced,cleaned,complained,unconfirmed,blocklisted,blacklisted,suppressed,never subscribed,non subscribed,not subscribed,' +
      'abgemeldet,abonniert,desabonne,desinscrit,abonne,dado de baja,suscrito,desuscrito,descadastrado,inscrito,uitgeschreven,afgemeld,ingeschreven',
  ),
);
