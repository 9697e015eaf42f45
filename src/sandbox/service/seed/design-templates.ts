const footer =
  '<p><small>((sender_name)), ((sender_address))<br><a href="((unsubscribe_preferences))">Unsubscribe</a></small></p>';

const page = (content: string): string => `<html><body>${content}${footer}</body></html>`;

const json = (...blocks: readonly string[]): string =>
  JSON.stringify({blocks: blocks.map(text => ({type: 'text', text}))});

/** The templates that every account has; the first one is blank. */
export const designTemplates = [
  {template_name: 'Blank', preview_image: 'blank.svg', json_code: json(), html_code: page(''), is_blank: 1},
  {
    template_name: 'Newsletter',
    preview_image: 'newsletter.svg',
    json_code: json('Hello ((first_name)),', 'here is what is new this week.'),
    html_code: page('<h1>Hello ((first_name)),</h1><p>here is what is new this week.</p>'),
    is_blank: 0,
  },
  {
    template_name: 'Offer',
    preview_image: 'offer.svg',
    json_code: json('An offer for ((full_name))', 'Good until the end of the month.'),
    html_code: page('<h1>An offer for ((full_name))</h1><p>Good until the end of the month.</p>'),
    is_blank: 0,
  },
  {
    template_name: 'Welcome',
    preview_image: 'welcome.svg',
    json_code: json('Welcome, ((first_name))!', 'It is good to have you in ((city)).'),
    html_code: page('<h1>Welcome, ((first_name))!</h1><p>It is good to have you in ((city)).</p>'),
    is_blank: 0,
  },
] as const;
