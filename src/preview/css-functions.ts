/** CSS functions that only calculate, draw or choose: none of them can fetch anything. */
export const harmlessFunctions: ReadonlySet<string> = new Set(
  (
    'rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark device-cmyk var env attr calc min max clamp round mod rem abs sign sin cos tan pow sqrt hypot log exp ' +
    'linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient -webkit-linear-gradient -webkit-radial-gradient -webkit-gradient -moz-linear-gradient -moz-radial-gradient -o-linear-gradient from to color-stop ' +
    'matrix matrix3d perspective rotate rotate3d rotatex rotatey rotatez scale scale3d scalex scaley scalez skew skewx skewy translate translate3d translatex translatey translatez ' +
    'cubic-bezier steps linear counter counters rect inset circle ellipse polygon path minmax repeat fit-content format ' +
    'blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia alpha ' +
    'not is where has matches any -webkit-any -moz-any lang dir host slotted nth-child nth-last-child nth-of-type nth-last-of-type selector and or only'
  ).split(' '),
);

/** CSS rules that contain other rules or descriptions, without `@import`. */
export const harmlessRules: ReadonlySet<string> = new Set(
  'media supports keyframes -webkit-keyframes -moz-keyframes -o-keyframes font-face page layer container viewport -ms-viewport -o-viewport'.split(
    ' ',
  ),
);
