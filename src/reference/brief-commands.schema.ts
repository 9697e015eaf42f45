import {about, listOf, mapOf, object, type TypeOf, text} from '../json-schema/describe.js';

const briefCommands = object({
  commands: listOf(
    object({
      command: text,
      summary: text,
      args: text,
      options: about('Required ones end in *', text),
      effects: about('What its requests may do to the account', text),
    }),
  ),
  options: about('Those of every command', text),
  exit_codes: mapOf(text),
});

/** Every command in a few words. */
export default briefCommands;

export type BriefCommands = TypeOf<typeof briefCommands>;
