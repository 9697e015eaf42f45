import type {Keyboard} from '../src/core/system/keyboard.js';

/** A keyboard on which nobody types anything but answers. */
export const noKeyboard: Keyboard = {
  forget: async () => undefined,
  onContinue: () => () => undefined,
};
