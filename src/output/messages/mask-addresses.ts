/** Masks addresses: enough stays to tell two apart. In paths, the @ may be encoded, even twice. */
export const maskAddresses = (text: string): string =>
  text.replace(/([\p{L}\p{N}])[\p{L}\p{N}._%+-]{0,320}(?:@|%(?:25)*40)([\p{L}\p{N}])[\p{L}\p{N}.-]*/giu, '$1…@$2…');
