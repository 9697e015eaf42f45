import type {Command} from '../commands/command.js';

/** The parameters that say what is made or changed, as opposed to how the command goes about it. */
export const contentParameters = ({takes, calls, asks}: Command): readonly string[] => {
  if (asks?.offers) return asks.offers;
  const writing = (typeof calls === 'function' ? [] : calls).filter(({effect}) => effect !== 'reads');
  return Object.keys(takes).filter(key => writing.some(({params}) => key in params));
};
