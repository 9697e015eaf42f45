/** Why a row of an edited file is not applied. */
export type Refusal = keyof typeof refusals;

export const refusals = {
  meanwhile: 'somebody else changed them since the file was written',
  away: 'they are no longer on the list',
  listed: 'they are on the list already, and their line has no emk_row',
  occupied: 'somebody else on the list has the new address',
  left: 'the new address is of somebody who unsubscribed (--include-unsubscribed allows it)',
} as const;
