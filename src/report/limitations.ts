/** What cannot be read from the service, for help and for every report. */
export const limitations = [
  'The service gives numbers of opens and bounces, not names: nobody can tell who opened a mailing or who bounced.',
  'Growth counts people who are there today, by the day they were added. The service does not say when somebody ' +
    'left a list or was deleted.',
  'People on two lists count on each.',
  'An automation has one total since it was created. The service does not show where each person is in it.',
  'Opens are an estimate: some mail programs load pictures unseen, others never load them.',
] as const;
