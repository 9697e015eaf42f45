import type {OperationInput} from '../../api/describe/operation.js';
import type {Params} from '../../api/describe/schema.js';
import {recordOfList} from '../../checks/look-up.js';
import type {Context, Derive} from '../../commands/command.js';
import {noSuch} from '../../commands/not-found.js';
import {withTemplate} from '../../commands/template-input.js';
import {operations} from '../../endpoints/automation-emails.js';
import templates, {operations as templateOperations} from '../../endpoints/templates.js';
import {UsageError} from '../../errors.js';

const {waiting_period: wait, preview_img: preview} = operations.add.params;

/** The delay of an email as a person gives it: an instant email has no number. */
export const delayOptions = {
  waiting_period: {
    type: wait.type,
    option: wait.option,
    help: 'How many days or hours to wait; an instant email needs none',
    question: 'How many days or hours after joining?',
  },
} as const satisfies Params;

/** The preview image is the template's, unless another is given. */
export const previewOption = {
  preview_img: {type: preview.type, option: preview.option, help: 'Preview image (default: that of the template)'},
} as const satisfies Params;

type Form = OperationInput<typeof operations.add>;

/** An instant email needs no number. */
export const noWait: Derive = async (_, {waiting_type: unit}) => (unit === 'instantly' ? String(INSTANT) : undefined);

type Given = Omit<Form, 'waiting_period' | 'preview_img'> & {
  readonly waiting_period?: number | undefined;
  readonly preview_img?: string | undefined;
};

/**
 * The delay in the service's form. An instant email has the period 1. Zero days or hours are never sent, because nobody
 * documents what they mean.
 */
export function delayOf({
  waiting_type: unit,
  waiting_period: given,
}: Given): Pick<Form, 'waiting_type' | 'waiting_period'> {
  const instant = {waiting_type: 'instantly', waiting_period: INSTANT} as const;
  if (unit === 'instantly') {
    if (given === undefined || given <= INSTANT) return instant;
    throw new UsageError(`--unit instantly means no wait, but --wait says ${given}.`, {
      hint: 'Remove --wait, or use --unit days or --unit hours.',
    });
  }
  if (given === undefined) {
    throw new UsageError(`--unit ${unit} needs a number.`, {hint: `For example: --wait 3 --unit ${unit}`});
  }
  if (given > 0) return {waiting_type: unit, waiting_period: given};
  throw new UsageError(`0 ${unit} means no wait.`, {
    hint: `To send it at once: --unit instantly, without --wait. For a delay: --wait 1 --unit ${unit}`,
  });
}

const INSTANT = 1;

/** The form with its template read and a preview image. */
export async function asSent(context: Context, given: Given & {readonly waiting_period: number}): Promise<Form> {
  const {preview_img = await previewOf(context, given.template_id)} = given;
  return {...(await withTemplate(context, given)), preview_img};
}

async function previewOf(context: Context, id: number): Promise<string> {
  const template = await recordOfList(context, templateOperations.list, id);
  if (!template) throw noSuch(templates.noun, id);
  if (template.preview_image) return template.preview_image;
  throw new UsageError(`The template "${template.template_name}" has no preview image, and the service requires one.`, {
    hint: 'Name one with --preview.',
  });
}
