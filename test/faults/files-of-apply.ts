/** A folder with a record of each kind that an apply makes, in the order in which it makes them. */
export const filesOfApply: Readonly<Record<string, string>> = {
  'lists.yaml': 'lists:\n  - name: Leads\n  - name: Staff\n',
  'fields.yaml': 'fields:\n  - name: colour\n    kind: text\n',
  'groups.yaml':
    'groups:\n  - name: News\n    description: Ours\n    display: true\n    recipients: [a@example.com, b@example.com]\n',
  'unsubscribes.yaml': 'unsubscribes:\n  - email: gone@example.com\n',
  'senders.yaml':
    'senders:\n  - nickname: news\n    from-name: Acme\n    from-email: n@example.com\n    reply-to: r@example.com\n    country: Germany\n    address-line1: 1 Road\n',
  'contacts/leads.csv': `email,colour,country\n${[1, 2, 3, 4, 5].map(at => `p${at}@example.com,red,Germany\n`).join('')}`,
  'one.html': '<p>One ((unsubscribe_preferences))</p>\n',
  'automations.yaml':
    'automations:\n  - name: Hello\n    kind: welcome\n    for: list:Staff\n    group: News\n    emails:\n      - subject: One\n        from: news\n        wait: 1\n        unit: instantly\n        template: Blank\n        preview: blank.png\n        html: one.html\n',
};
