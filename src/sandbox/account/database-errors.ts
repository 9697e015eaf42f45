import {ConfigError} from '../../errors.js';

/** The file or its folder is not ours to write in. */
export const unopenable = (file: string, cause: unknown): ConfigError =>
  new ConfigError(`The sandbox's account in ${file} cannot be opened.`, {
    cause,
    hint: `See that the file and its folder exist and can be written to, or ${elsewhere}.`,
  });

/** The file holds something that is no database. */
export const unreadable = (file: string, cause: unknown): ConfigError =>
  new ConfigError(`The sandbox's account in ${file} cannot be read.`, {
    cause,
    hint: `If that file is the sandbox's own, delete it to start over; otherwise ${elsewhere}.`,
  });

/** The file is somebody else's database, where nothing may be added, let alone thrown away. */
export const ofAnotherProgram = (file: string): ConfigError =>
  new ConfigError(`${file} is the database of another program.`, {
    hint: `Nothing was changed in it: ${elsewhere}.`,
  });

/** The account is ours, but its tables may lack what this emk needs. */
export const ofAnotherVersion = (file: string): ConfigError =>
  new ConfigError(`The sandbox's account in ${file} was made by another version of emk.`, {
    hint: 'Start it over with "emk sandbox reset".',
  });

const elsewhere = 'name another file with --db or EMK_SANDBOX_DB';
