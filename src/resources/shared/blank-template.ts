import type {Context} from '../../commands/command.js';
import {operations} from '../../endpoints/templates.js';

/** A blank template has nothing to mail, so whoever chooses it is asked for a file of HTML. */
export const contentOfBlank = {
  async template_id({stream}: Pick<Context, 'stream'>, id: unknown): Promise<readonly string[]> {
    for await (const batch of stream(operations.list)) {
      if (batch.some(template => template.id === id && template.is_blank === 1)) return ['template_html'];
    }
    return [];
  },
};
