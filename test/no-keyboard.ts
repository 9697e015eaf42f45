import type {Keyboard} from '../src/core/system/host.js';

/** A keyboard on which nobody types anything but answers. */
export const noKeyboard: Keyboard = {
  forget: async () => undefined,
  onContinue: () => () => undefined,
};
