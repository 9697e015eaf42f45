import type {Command} from '../commands/command.js';

/** The parameters for the content of what is created or changed, as opposed to how the command works. */
export const contentParameters = ({takes, calls, asks}: Command): readonly string[] => {
  if (asks?.offers) return asks.offers;
  const writing = (typeof calls === 'function' ? [] : calls).filter(({effect}) => effect !== 'reads');
  return Object.keys(takes).filter(key => writing.some(({params}) => key in params));
};
