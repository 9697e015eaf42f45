import {about, boolean, either, listOf, object, oneOf, type TypeOf, text} from '../json-schema/describe.js';

const mrkdwn = object({
  type: oneOf('mrkdwn'),
  text,
  verbatim: about(
    'Keeps Slack from making links of addresses, channels and names that it meets in a text',
    oneOf(true),
  ),
});

const block = either(
  object({type: oneOf('header'), text: object({type: oneOf('plain_text'), text, emoji: boolean})}),
  object({type: oneOf('section'), text: mrkdwn}),
  object({type: oneOf('section'), fields: listOf(mrkdwn)}),
  object({type: oneOf('context'), elements: listOf(mrkdwn)}),
  object({type: oneOf('divider')}),
);

/** A message for a webhook of Slack. Its text is what a notification shows. */
const slackMessage = object({text, blocks: listOf(block)});

export default slackMessage;

export type Mrkdwn = TypeOf<typeof mrkdwn>;
export type Block = TypeOf<typeof block>;
export type SlackMessage = TypeOf<typeof slackMessage>;
