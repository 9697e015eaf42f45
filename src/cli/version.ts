import about from '../../package.json' with {type: 'json'};

/** The version of emk, for lines with more than `--version`; the launcher answers that alone. */
export const {version} = about;
