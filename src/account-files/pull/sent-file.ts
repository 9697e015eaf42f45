import {compareUnits} from '../../words/compare-units.js';
import type {Sent} from '../account/read-account.js';
import {slugOf} from '../folder/body-files.js';
import {writeYaml} from '../folder/yaml.js';
import type {Entry} from '../kinds/shape.js';

/** The file of the mailings that were sent, in the order of sending, and the paths of their bodies. */
export function sentYaml(
  sent: readonly Sent[],
  bodies: Map<string, string>,
): {readonly text: string; readonly paths: readonly string[]} {
  const paths: string[] = [];
  const ordered = [...sent].sort((one, other) => compareUnits(orderOf(one), orderOf(other)));
  const entries = ordered.map(({entry, name, sentAt}, at): Entry => {
    const {html, json, at: _, ...rest} = entry;
    const own = `sent/${slugOf(`${sentAt} ${name}`)}`;
    const suffix = bodies.has(`${own}.html`) || bodies.has(`${own}.json`) ? `-${at}` : '';
    const toFile = (text: unknown, ending: string) => {
      if (text === undefined) return {};
      const path = `${own}${suffix}.${ending}`;
      paths.push(path);
      bodies.set(path, String(text));
      return {[ending]: path};
    };
    return {...rest, ...toFile(html, 'html'), ...toFile(json, 'json'), 'sent-at': sentAt};
  });
  return {text: writeYaml({sent: entries}, [about]), paths};
}

const orderOf = ({sentAt, name, entry}: Sent): string => `${sentAt}\n${name}\n${JSON.stringify(entry)}`;

const about = 'The mailings that went out, to look at. emk never compares this file with the account.';
