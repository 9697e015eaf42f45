import {ratioOf} from './run.mjs';

/**
 * One line of the result: how emk compares with an alternative, round by round, and whether that is enough. `ones` over
 * `others` must be at most `atMost`, or at least `atLeast`.
 */
export function row(what, {ones, others, atMost, atLeast, note = ''}) {
  const target = atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`;
  if (ones === undefined || others === undefined)
    return {what, target, met: false, note: note || 'the peer is missing'};
  const ratio = ratioOf(ones, others);
  const met = atMost === undefined ? ratio.median >= atLeast : ratio.median <= atMost;
  return {what, ratio, target, met, note};
}

/** A line that compares a measured amount with a limit. */
export function amountRow(what, {amount, unit, atMost, note = ''}) {
  return {what, amount, unit, target: `≤ ${atMost} ${unit}`, met: amount <= atMost, note};
}
