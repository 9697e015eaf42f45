/** A mailing that an agent prepares in the demo account. */
export const mayNews = {
  name: 'May news',
  subject: 'Hello',
  preheader: 'News',
  from: '1',
  group: '1',
  to: ['list:Customers'],
  template: '2',
  at: '2026-05-01 09:00',
};
