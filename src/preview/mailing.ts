import type {Finding} from '../records/fields/finding.schema.js';

/** A mailing as a person checks it before sending, with unfilled tags. */
export type Mailing = {
  /** Its name for the person: of a file, a template or a mailing. */
  readonly name: string;
  /** Undefined if there is none yet: a template gets its subject with a mailing. */
  readonly subject?: string | undefined;
  readonly preheader?: string | undefined;
  readonly html: string;
  readonly sender?: Sender | undefined;
  /** Who gets it, in words. */
  readonly audience?: string | undefined;
  /** The person whose values fill the tags; invented if omitted. */
  readonly reader?: Reader | undefined;
  /** The tags of the account. Others stay in the text, as in real mail. */
  readonly tags?: readonly string[] | undefined;
  readonly findings?: readonly Finding[] | undefined;
};

export type Sender = {readonly name: string; readonly email: string; readonly postalAddress: string};

/** A reader of the mail: in words, and as the values of tags. */
export type Reader = {readonly who: string; readonly values: Readonly<Record<string, string>>};
