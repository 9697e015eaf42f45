import about from '../../package.json' with {type: 'json'};

/** The version of emk, for lines that hold more than `--version`; that alone is answered by the launcher. */
export const {version} = about;
