import {noneIfNotFound} from '../../api/answers/record-sources.js';
import type {Loose, Source} from '../../api/describe/schema.js';
import type {Context, ToldBy} from '../../commands/command.js';
import senders, {isVerified} from '../../endpoints/senders.js';
import groups from '../../endpoints/unsubscribe-groups.js';
import {wordsFor} from '../../questions/record-words.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';

/** The only possible sender, so that nobody has to choose. */
export const onlySender: ToldBy = async context => {
  const only = await onlyRecord(context, senders, isVerified);
  return (
    only && {
      value: only.word,
      says: `The sender is ${String(only.record['from_name'])} <${String(only.record['from_email'])}>, your only verified sender.`,
    }
  );
};

/** The only group that people can leave, so that nobody has to choose. */
export const onlyGroup: ToldBy = async context => {
  const only = await onlyRecord(context, groups, () => true);
  return (
    only && {value: only.word, says: `The unsubscribe group is "${String(only.record['group_name'])}", the only one.`}
  );
};

/** The name of a mailing, by default its subject without tags, which would mean nothing in a list. */
export const nameOfSubject: ToldBy = async (_, {subject}) => {
  const name = String(subject ?? '')
    .replaceAll(/(?:\b(?:for|to|from|of|with|and)\s+)?\(\([^()]*\)\)/gi, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s,]+|[\s,]+$/g, '');
  return name === '' ? undefined : {value: name, says: `Its name in your lists is "${name}", like the subject.`};
};

async function onlyRecord(
  context: Context,
  source: Source,
  fits: (record: Loose) => boolean,
): Promise<{readonly record: Loose; readonly word: string} | undefined> {
  const found: Loose[] = [];
  for await (const batch of noneIfNotFound(context.stream(source.list))) {
    found.push(...(batch as readonly Loose[]).filter(one => isNotDeleted(one) && fits(one)));
    if (found.length > 1) return undefined;
  }
  const [record] = found;
  if (!record) return undefined;
  const idAndName = {id: String(record[source.key]), name: String(record[source.label] ?? '')};
  const [word = idAndName.id] = await wordsFor(context, source, [idAndName], {});
  return {record, word};
}
