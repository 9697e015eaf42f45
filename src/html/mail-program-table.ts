// Written by .ci/mail-programs.mjs from the data of caniemail.com of 2025-09-09, under the MIT licence.

/** The mail programs that were asked. */
export const mailPrograms =
  'apple-mail apple-mail-ios gmail gmail-ios gmail-android outlook-windows outlook-mac outlook-web outlook-ios outlook-android yahoo yahoo-ios yahoo-android aol samsung thunderbird proton gmx web-de t-online orange sfr laposte fastmail mail-ru';

/** Where each of these fails, by its name on caniemail.com. */
export const failures: Readonly<Record<string, string>> = {
  'css-display-flex': 'outlook-windows gmx web-de orange',
  'css-display-grid':
    'gmail gmail-ios gmail-android outlook-windows outlook-ios outlook-android yahoo yahoo-ios yahoo-android aol gmx web-de orange',
  'css-position': 'gmail gmail-ios gmail-android outlook-windows outlook-ios mail-ru',
  'css-variables':
    'gmail gmail-ios gmail-android outlook-windows outlook-mac outlook-web outlook-ios outlook-android yahoo yahoo-ios yahoo-android aol gmx web-de orange fastmail mail-ru',
  'css-at-import':
    'gmail gmail-ios gmail-android outlook-mac outlook-web outlook-ios outlook-android yahoo yahoo-ios yahoo-android aol samsung thunderbird proton gmx web-de orange sfr laposte fastmail mail-ru',
  'css-background-image': 'outlook-windows t-online',
  'html-background': '',
  'html-svg':
    'gmail gmail-ios gmail-android outlook-windows outlook-mac outlook-web outlook-ios outlook-android yahoo yahoo-ios yahoo-android aol gmx web-de fastmail mail-ru',
  'image-svg': 'gmail mail-ru',
  'image-webp': 'outlook-windows',
  'image-avif': 'outlook-windows gmx web-de fastmail mail-ru',
  'html-video':
    'gmail gmail-ios gmail-android outlook-windows outlook-web outlook-ios outlook-android yahoo yahoo-ios yahoo-android aol proton gmx web-de orange laposte fastmail mail-ru',
  'html-audio':
    'gmail gmail-ios gmail-android outlook-windows outlook-mac outlook-web outlook-ios outlook-android yahoo yahoo-ios yahoo-android aol proton gmx web-de orange laposte fastmail mail-ru',
  'html-button-submit': 'outlook-windows outlook-mac outlook-web outlook-ios yahoo-ios gmx web-de',
  'html-input-text': 'outlook-windows outlook-android yahoo-android samsung proton gmx web-de orange sfr laposte',
  'html-select': 'outlook-windows yahoo-ios gmx web-de sfr laposte',
  'html-textarea': 'outlook-windows outlook-android yahoo-android samsung gmx web-de sfr laposte',
  'html-base': 'outlook-android gmx web-de orange sfr laposte mail-ru',
};
