import type {Finding} from '../records/fields/finding.js';

/** A mailing as somebody looks at it before it goes out, its tags still in it. */
export type Mailing = {
  /** The name it is known by to the person: a file, a template, a send. */
  readonly name: string;
  /** Undefined where there is none yet: a template gets its subject with a send. */
  readonly subject?: string | undefined;
  readonly preheader?: string | undefined;
  readonly html: string;
  readonly sender?: Sender | undefined;
  /** Who gets it, in words. */
  readonly audience?: string | undefined;
  /** The person for whom the tags are filled; invented where it is left out. */
  readonly reader?: Reader | undefined;
  /** The tags of the account. Others stay in the text, as they would in a mail. */
  readonly tags?: readonly string[] | undefined;
  readonly findings?: readonly Finding[] | undefined;
};

export type Sender = {readonly name: string; readonly email: string; readonly postalAddress: string};

/** Somebody who reads the mail: in words, and as the values of tags. */
export type Reader = {readonly who: string; readonly values: Readonly<Record<string, string>>};
