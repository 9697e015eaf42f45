/** The files that changes read, by name. */
export const files: Readonly<Record<string, string>> = {
  'newsletter.csv': 'email,first name\nann@example.com,Anna\nbob@example.com,Bo\neve@leads.example,Eve\n',
  'leads.csv': 'email,shoe size\nann@leads.example,38\nbob@leads.example,44\neve@leads.example,40\n',
  'people.csv':
    'email,first name,last name\nann@leads.example,Ann,Adler\nbob@leads.example,Bob,Brix\neve@leads.example,Eve,East\n',
  'export.csv':
    'email,status\nann@leads.example,subscribed\nbob@leads.example,unsubscribed\neve@leads.example,bounced\n',
  'many.txt': lines(205),
  // Three uploads.
  'crowd.csv': `email\n${lines(400)}`,
  'account/lists.yaml': 'lists:\n  - name: Fresh\n  - name: Fruits\n',
  'account/groups.yaml':
    'groups:\n  - name: Fresh news\n    description: Fruits\n    recipients: [ann@leads.example]\n',
  'account/notifications.yaml': 'notifications:\n  - email: night@acme.example\n    owner: Night\n',
  'seed.yaml':
    'lists:\n  - name: QA\ncontacts:\n  - {list: QA, count: 2, fake: true}\n  - {list: QA, email: ada@example.com, first-name: Ada, country: France}\n',
  'letter.html': '<p>Hello, <a href="((unsubscribe_preferences))">leave</a></p>\n',
};

function lines(count: number): string {
  return Array.from({length: count}, (_, at) => `person${at}@leads.example\n`).join('');
}
