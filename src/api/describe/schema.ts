/**
 * The types that describe the API: parameters (what a caller sends), records (what comes back) and answers (how it is
 * wrapped). All are plain data, so commands, completions, documentation and the sandbox can read them.
 */

// ── Parameters ──────────────────────────────────────────────────────────────

type ParamTypes = {
  text: string;
  integer: number;
  /** Sent as 0 or 1. */
  flag: boolean | 0 | 1;
  /** `YYYY-MM-DD` */
  date: string;
  /** `HH:MM:SS` */
  time: string;
  /** A path, or bytes with a name; the content is sent. */
  file: string | {readonly name: string; readonly bytes: Uint8Array};
};

export type Param = {
  readonly type: keyof ParamTypes;
  readonly help: string;
  readonly required?: true;
  /** What a blank value means in an update: refused, because the service requires a value, or an empty field. */
  readonly blank?: 'refused' | 'empties';
  /** The form of a text. People type moments and lists of people freely, and the command reads them. */
  readonly format?: 'address' | 'people' | 'moment';
  /** Sent exactly as typed, including spaces at both ends. */
  readonly verbatim?: true;
  /** Can be turned off by name: `--no-display`. */
  readonly negatable?: true;
  /** Can be given several times; sent as `name[0]`, `name[1]`, … */
  readonly many?: true;
  readonly choices?: readonly string[];
  /** What a choice means, if its name does not say so. */
  readonly meanings?: Readonly<Record<string, string>>;
  /** Limits of the service, so that a wrong value is refused before anything is sent. */
  readonly limits?: Limits;
  /** The resource whose records are the possible values. */
  readonly from?: Reference;
  /** The same for a value that its command resolves by itself: Tab offers them. */
  readonly offers?: Reference;
  /** The parameter of that list that gets this value, if it has another name. */
  readonly fills?: string;
  /** Records of several kinds, with the kind in front: `list:Leads`. */
  readonly kinds?: Kinds;
  /** The question for a person, if the help text does not work as a question. */
  readonly question?: string;
  /** The option's name, if the API's own name reads badly: `type` gives `--list`. */
  readonly option?: string;
  /** The value of an option without a value. The next word is its value only if the limits' pattern allows it. */
  readonly alone?: string;
  /** The option's letter: `f` gives `-f`. */
  readonly short?: string;
  /** Can also be given without the option's name: `create Leads`. */
  readonly byPosition?: true;
  /** Few need it: only `--help --all` shows it. */
  readonly rare?: true;
  /** The word for the value in help: `<id>`. */
  readonly value?: string;
  /**
   * What the option decides, if not what the command works with: when emk refuses, what it prints, or, alike in every
   * list and so explained in one place, which part of a list it prints.
   */
  readonly decides?: Decides | undefined;
};

export type Decides = 'checks' | 'output' | 'list';

export type Limits = {readonly min?: number; readonly max?: number; readonly pattern?: RegExp; readonly says?: string};

/** Names the records that a parameter accepts. Lazy, so that no resource loads another, and no file imports itself. */
export type Reference = () => Promise<{readonly default: Source}>;

/** For each word before the colon: its resource, the prefix of the id that is sent, and the word in choices. */
export type Kinds = {
  readonly [word: string]: {readonly from: Reference; readonly sent: string; readonly shown: string};
};

/** The words for one record and for several. The name of their commands is given where it is another word. */
export type Noun = {readonly one: string; readonly many: string; readonly command?: string};

/** Where to look up records: their list, the field that identifies a record, and the field that people know it by. */
export type Source = {
  readonly noun: Noun;
  readonly key: string;
  readonly label: string;
  /** Other fields that people know a record by: a sender has an address and a nickname. */
  readonly labels?: readonly string[];
  /** What stands beside the label where one is chosen, such as how many people it holds. */
  beside?(record: Loose): readonly unknown[];
  /** Its place where one is chosen, if that is not the order of the list: a lower number comes first. */
  place?(record: Loose): number;
  /** Fields whose words find one as well, where people look for it in their own words. */
  readonly searched?: readonly string[];
  readonly list: Read<Params, Many | Several>;
  /** The collection's key, if the list's answer has several. */
  readonly under?: string;
  /** Whether people also use a short code, in whichever field the service keeps it: `DE` for Germany. */
  readonly coded?: true;
  readonly see: string;
};

export type Params = {readonly [name: string]: Param};

/** The object a caller passes for a set of parameters. */
export type InputOf<P extends Params> = Flat<
  {-readonly [K in keyof P as P[K] extends {required: true} ? K : never]: Value<P[K]>} & {
    -readonly [K in keyof P as P[K] extends {required: true} ? never : K]?: Value<P[K]> | undefined;
  }
>;

type Value<P extends Param> = P extends {many: true} ? Single<P>[] : Single<P>;
type Single<P extends Param> = P extends {choices: readonly (infer C)[]} ? C : ParamTypes[P['type']];

// ── Records ─────────────────────────────────────────────────────────────────

type FieldTypes = {
  text: string;
  address: string;
  integer: number;
  flag: 0 | 1;
  /** In emk's own records; the service has flags. */
  boolean: boolean;
  /** ISO 8601 in UTC, with microseconds and `Z`. */
  timestamp: string;
  /** `YYYY-MM-DD HH:MM:SS`, in a zone that the service does not name. */
  moment: string;
  /** `YYYY-MM-DD`; zeros if there is no date. */
  date: string;
  /** `HH:MM:SS` */
  time: string;
  uuid: string;
  /** A share: 0.25 is a quarter. The service sends none; emk computes them from its counters. */
  rate: number;
  custom: Readonly<Record<string, {readonly field_name: string; readonly field_value: string | null}>>;
  json: unknown;
};

type PlainField = keyof FieldTypes;

/**
 * An integer that stands for a word: `status` 0 is a draft. `called` are the service's own words, if people see others.
 */
export type Words = {readonly words: readonly string[]; readonly called?: readonly string[]};

/** The ids of other records, which people know by name. */
export type Refers<F extends Sent = Sent> = {
  readonly holds: F;
  /** The collection of the ids. If there are several kinds, the word sent with the id says which. */
  readonly refers: Reference | Kinds;
  /** The field with the word of the kind, if the value itself does not contain it. */
  readonly beside?: string | undefined;
};

export type Sent = PlainField | `${PlainField}|null` | readonly [Shape];

/** `text|null` may be null; `text?` is missing in some answers; `[shape]` is an array of records. */
export type Field =
  | PlainField
  | `${PlainField}|null`
  | `${PlainField}?`
  | readonly [PlainField]
  | readonly [Shape]
  | Words
  | Refers;
export type Shape = {readonly [field: string]: Field};

export type RecordOf<S extends Shape> = Flat<
  {-readonly [K in keyof S as S[K] extends `${string}?` ? never : K]: FieldOf<S[K]>} & {
    -readonly [K in keyof S as S[K] extends `${string}?` ? K : never]?: FieldOf<S[K]>;
  }
>;

type FieldOf<F> = F extends `${infer P extends PlainField}|null`
  ? FieldTypes[P] | null
  : F extends `${infer P extends PlainField}?`
    ? FieldTypes[P]
    : F extends PlainField
      ? FieldTypes[F]
      : F extends readonly [infer S extends Shape]
        ? RecordOf<S>[]
        : F extends readonly [infer P extends PlainField]
          ? FieldTypes[P][]
          : F extends Words
            ? number
            : F extends Refers<infer H>
              ? FieldOf<H>
              : never;

// ── Answers ─────────────────────────────────────────────────────────────────

export type Many<S extends Shape = Shape> = {readonly kind: 'many'; readonly key: string; readonly shape: S};
export type Tags = {readonly kind: 'tags'; readonly key: string};
export type Several<K extends string = string> = {readonly kind: 'several'; readonly keys: readonly K[]};
export type One<S extends Shape = Shape> = {
  readonly kind: 'one';
  readonly key: string;
  readonly shape: S;
  readonly inArray: boolean;
};
export type Text = {readonly kind: 'text'; readonly text: string; readonly under: 'message' | 'errors'};
export type Utr = {readonly kind: 'utr'};
export type File = {readonly kind: 'file'};
export type Returns = Many | Tags | Several | One | Text | Utr | File;

/** A record whose fields are not documented. */
export type Loose = {readonly [field: string]: unknown};

// ── Operations ──────────────────────────────────────────────────────────────

/** What an operation does to the account. `acts` changes states, `sends` can send mail to people. */
export type Does = 'reads' | Change;

/** What an operation does that is no read: it is sent only with a permit. */
export type Change = 'creates' | 'updates' | 'deletes' | 'acts' | 'sends';

export type Method = 'GET' | 'POST' | 'DELETE';

/** A method and path exactly as documented: `GET /contacts/details?contact_id`. */
export type Route = `${Method} /${string}`;

export type BodyEncoding = 'multipart' | 'urlencoded';

/** Whether an operation can put an address where it gets mail: by adding a person, or by giving one another address. */
export type Admits = 'people' | undefined;

export type Operation<
  P extends Params = Params,
  R extends Returns = Returns,
  D extends Does = Does,
  A extends Admits = Admits,
> = {
  readonly route: Route;
  /** The second method that the documentation shows for the same path. */
  readonly also?: Method | undefined;
  readonly params: P;
  readonly returns: R;
  readonly effect: D;
  readonly admits: A;
  readonly encoding: BodyEncoding;
  /** A change that does no harm a second time and hits nobody else, so a lost answer is tried again like a read. */
  readonly repeatable?: true | undefined;
  /** The parameters, of another endpoint, that the service complains about if the record does not exist. */
  readonly complainsOfAbsence?: readonly string[] | undefined;
};

/** An operation that changes nothing, so anything may call it. */
export type Read<P extends Params = Params, R extends Returns = Returns> = Operation<P, R, 'reads'>;

/** Shows the members of an intersection as one object in editors and error messages. */
export type Flat<T> = {[K in keyof T]: T[K]} & {};
