import {describe, expect, it} from 'vitest';
import {useReading} from '../reading.js';

const {report} = useReading();

/** The header as it would be sent, and the skipped columns. */
async function matched(line: string, values?: readonly string[]): Promise<string> {
  const headers = line.split(', ');
  const row = (values ?? headers.map(() => 'x')).map((value, index) =>
    /mail/i.test(headers[index] ?? '') && value === 'x' ? `a${index}@example.com` : value,
  );
  const quoted = (cells: readonly string[]) => cells.map(cell => `"${cell}"`).join(',');
  const result = await report(`${quoted(headers)}\n${quoted(row)}\n`);
  return result.includes('error') ? result : (/\n {6}(.*)\n/.exec(result)?.[1] ?? '');
}

describe('headers', () => {
  it.each([
    ['the fields themselves', 'email, first_name, last_name, postal_code', 'email,first_name,last_name,postal_code'],
    [
      'other case, spaces, hyphens',
      'E-MAIL, First name, LAST-NAME, Postal Code, Address line 1',
      'email,first_name,last_name,postal_code,address_line1',
    ],
    [
      'Mailchimp',
      'Email Address, First Name, Last Name, Address, Phone Number, MEMBER_RATING',
      'email,first_name,last_name,address_line1,phone',
    ],
    [
      'HubSpot',
      'Record ID, First Name, Last Name, Email, Phone Number, City, State/Region, Postal Code, Country/Region, Street Address',
      'first_name,last_name,email,phone,city,state_province_region,postal_code,country,address_line1',
    ],
    [
      'Google Contacts',
      'Name, Given Name, Family Name, E-mail 1 - Type, E-mail 1 - Value, E-mail 2 - Value, Phone 1 - Value, Address 1 - Street, Address 1 - City, Address 1 - Region, Address 1 - Postal Code, Address 1 - Country',
      'first_name,last_name,email,alt_email,phone,address_line1,city,state_province_region,postal_code,country',
    ],
    [
      'German',
      'E-Mail-Adresse, Vorname, Name, Straße, PLZ, Ort, Land, Bundesland, Telefon',
      'email,first_name,last_name,address_line1,postal_code,city,country,state,phone',
    ],
    [
      'French',
      'Adresse e-mail, Prénom, Nom, Adresse, Code postal, Ville, Pays',
      'email,first_name,last_name,address_line1,postal_code,city,country',
    ],
    [
      'Spanish',
      'Correo electrónico, Nombre, Apellidos, Dirección, Código postal, Ciudad, País',
      'email,first_name,last_name,address_line1,postal_code,city,country',
    ],
  ])('%s', async (_, headers, sent) => {
    expect(await matched(headers)).toBe(sent);
  });

  it('Outlook: of its many addresses the one with values', async () => {
    const headers =
      'First Name, Last Name, E-mail Address, E-mail 2 Address, Home Street, Home City, Home Postal Code, Business Street, Business City, Business Postal Code';
    const business = ['Ann', 'Lee', 'ann@example.com', '', '', '', '', 'Main 1', 'Bonn', '53111'];
    const home = ['Ann', 'Lee', 'ann@example.com', '', 'Home 1', 'Ulm', '89073', 'Main 1', 'Bonn', '53111'];
    const tables = [business, home].map(values =>
      report(`${headers.replaceAll(', ', ',')}\r\n${values.join(',')}\r\n`),
    );
    expect((await Promise.all(tables)).map(result => result.split('\n').slice(-3).join('\n'))).toEqual([
      '      first_name,last_name,email,alt_email,address_line1,city,postal_code\n   2: Ann,Lee,ann@example.com,,Main 1,Bonn,53111\n',
      '      first_name,last_name,email,alt_email,address_line1,city,postal_code\n   2: Ann,Lee,ann@example.com,,Home 1,Ulm,89073\n',
    ]);
  });

  it('two columns that could be the address', async () => {
    expect(await matched('Email, E-Mail')).toBe(`
error 2: Two columns could be the email address: “Email” and “E-Mail”.
  Name it: --map Email=email --map E-Mail= skips the other.
`);
    expect(await matched('Email Address, Work Email')).toContain('Two columns could be the email address');
    expect(await matched('Email, Work Email')).toBe('email,alt_email');
  });

  it('two columns of one name', async () => {
    expect(await matched('Email, City, City')).toBe(`
error 2: Two columns are called “City”.
  Rename or delete one of the two in the file.
`);
  });

  it('no column that is the address', async () => {
    expect(await report('Kunde,Stadt\nx,y\n')).toBe(`
error 2: No column of leads.csv has the email addresses. Its columns are “Kunde”, “Stadt”.
  Name the right column, as in: --map Kunde=email
`);
  });

  it('columns without a name are counted', async () => {
    expect(await report('email,,city\na@example.com,x,Bonn\n')).toContain(
      '! Skipped, because no field fits: “column 2”.',
    );
    expect(await report('email,,city\na@example.com,,Bonn\n')).not.toContain('!');
  });
});

describe('--map', () => {
  const content = 'Kunde,Mail 2,Stadt,Rang\nAnn,a@example.com,Bonn,1\n';

  it('fills fields, leaves columns out, and writes names as the service has them', async () => {
    expect(
      await report(content, {
        map: [
          ['Mail 2', 'email'],
          ['kunde', 'First-Name'],
          ['Stadt', ''],
        ],
      }),
    ).toBe(`
utf-8 , · 1 rows: 1 good, 0 rejected, 0 repeated
left out: Stadt
left out: Rang
! Skipped, because no field fits: “Rang”. Use --map Rang=FIELD or --create-fields.
      first_name,email
   2: Ann,a@example.com
`);
  });

  it.each([
    [[['Mail 3', 'email']], '--map: the file has no column “Mail 3”.', 'Did you mean “Mail 2”?'],
    [
      [['Umsatz', 'email']],
      '--map: the file has no column “Umsatz”.',
      'Its columns are “Kunde”, “Mail 2”, “Stadt”, “Rang”.',
    ],
    [[['Mail 2', 'emial']], '--map: contacts have no field “emial”.', 'Did you mean “email”?'],
    [
      [
        ['Mail 2', 'email'],
        ['Kunde', 'email'],
      ],
      '--map fills email from two columns.',
      'Choose one column for it.',
    ],
    [
      [
        ['Mail 2', 'email'],
        ['mail-2', 'alt_email'],
      ],
      '--map names the column “mail-2” twice.',
      'Give each column one field.',
    ],
  ] as ReadonlyArray<[Array<[string, string]>, string, string]>)('%j', async (map, message, hint) => {
    expect(await report(content, {map})).toBe(`\nerror 2: ${message}\n  ${hint}\n`);
  });

  it('chooses between two columns that could be the address', async () => {
    const two = 'Email,E-Mail\na@example.com,b@example.com\n';
    expect(
      await report(two, {
        map: [
          ['E-Mail', 'email'],
          ['Email', 'alt_email'],
        ],
      }),
    ).toContain('      alt_email,email\n   2: a@example.com,b@example.com');
  });
});

describe('--set', () => {
  it('fills empty cells', async () => {
    const content = 'email,country,age\na@example.com,France,\nb@example.com,,7\n';
    const result = await report(content, {
      set: [
        ['Country', 'Germany'],
        ['age', '42'],
        ['city', 'Bonn'],
      ],
    });
    expect(result).toContain(
      '      email,country,age,city\n   2: a@example.com,France,42,Bonn\n   3: b@example.com,Germany,7,Bonn\n',
    );
  });

  it('fills it with a value of any length', async () => {
    const long = 'Łódź '.repeat(5000).trim();
    expect(
      await report('city,email,state\n,a@example.com,x\n', {
        set: [
          ['city', long],
          ['state', 'y'],
        ],
      }),
    ).toContain(`   2: ${long},a@example.com,x\n`);
  });

  it.each([
    [[['contry', 'x']], '--set: contacts have no field “contry”.'],
    [[['age', 'old']], '--set age: “old” is not a number.'],
    [[['email', 'a@example.com']], '--set cannot give every row the same address.'],
    [
      [
        ['city', 'a'],
        ['city', 'b'],
      ],
      '--set gives city twice.',
    ],
  ] as ReadonlyArray<[Array<[string, string]>, string]>)('%j', async (set, message) => {
    expect(await report('email\nb@example.com\n', {set})).toContain(`error 2: ${message}`);
  });
});

describe('--create-fields', () => {
  it('names the new fields, which are text, and leaves out a column without values', async () => {
    const content = [
      'Email;Größe (cm);Kunden-Nr.;Geb. am;Notiz;Leer;Umsatz;City;Telefon 2;Datum',
      'a@example.com;180;0042;1990-04-03;x;;1.234,50;Bonn;4922812;03/04/2026',
      'b@example.com;175,5;0043;3. Mai 1991;7;;12;Ulm;4922813;04/05/2026',
      '',
    ].join('\n');
    expect(await report(content, {createFields: true})).toBe(`
utf-8 ; · 2 rows: 2 good, 0 rejected, 0 repeated
left out: Leer
new: grosse_cm text
new: kunden_nr text
new: geb_am text
new: notiz text
new: umsatz text
new: telefon_2 text
new: datum text
      email,grosse_cm,kunden_nr,geb_am,notiz,umsatz,city,telefon_2,datum
   2: a@example.com,180,0042,1990-04-03,x,"1.234,50",Bonn,4922812,03/04/2026
   3: b@example.com,"175,5",0043,3. Mai 1991,7,12,Ulm,4922813,04/05/2026
`);
  });

  it('gives no two columns one name, and makes a field that --map names', async () => {
    const content = 'email,Lead!,lead?,客户,x y\na@example.com,1,2,3,4\n';
    expect(await report(content, {createFields: true, map: [['x y', 'Score']]})).toContain(
      '      email,lead,lead_2,column_4,Score\n',
    );
    expect(await report(content, {createFields: true, map: [['x y', 'a b']]})).toContain(
      'error 2: --map: “a b” cannot be the name of a new field.',
    );
  });
});

it('finds the fields again that it has made', async () => {
  const content = 'email,City,CITY,Lead!,lead?,客户\na@example.com,1,2,3,4,5\n';
  const first = await report(content, {createFields: true});
  expect(first).toContain('      email,city,city_2,lead,lead_2,column_6\n');
  const again = await report(content, {
    createFields: true,
    fields: {city_2: 'number', lead: 'number', lead_2: 'number', column_6: 'number'},
  });
  expect(again).toBe(first.replace(/new: .*\n/g, ''));
});

it('tells fields apart that differ only in their writing', async () => {
  const fields = {shoe_size: 'text', ShoeSize: 'text'};
  expect(await report('email,ShoeSize,shoe_size\na@example.com,1,2\n', {fields})).toContain(
    '      email,ShoeSize,shoe_size\n',
  );
  expect(await report('email,ShoeSize\na@example.com,1\n', {fields})).toContain('      email,ShoeSize\n');
});

it('leaves “Name” to a field of that name', async () => {
  const fields = {name: 'text'};
  expect(await report('email,Vorname,Name\na@example.com,1,2\n', {fields})).toContain('      email,first_name,name\n');
});

describe('the header that is sent', () => {
  it('is the sample’s, whole and in its order', async () => {
    expect(await report('mail,vorname,age\na@example.com,Ann,7\n', {sample: true})).toBe(`
utf-8 , · 1 rows: 1 good, 0 rejected, 0 repeated
      first_name,last_name,email,alt_email,country,state,city,address_line1,address_line2,state_province_region,postal_code,age,join_date,phone
   2: Ann,,a@example.com,,,,,,,,,7,,
`);
  });
});

describe('headers of other tools', () => {
  it.each<[string, string, string[]?]>([
    ['Subscriber, City', 'email,city', ['ada@example.com', 'Bonn']],
    ['Email address - other, First name', 'email,first_name'],
    ['Email Address - Home', 'email'],
    ['HomeEmail', 'email'],
    ['Email Home/Work', 'email'],
    ['Email address, Email address - other', 'email,alt_email'],
    [
      'Email, Default Address Address1, Default Address City, Default Address Zip, Default Address Country Code',
      'email,address_line1,city,postal_code,country',
    ],
    [
      'Email, Mailing Street, Mailing City, Mailing State/Province, Mailing Zip/Postal Code, Mailing Country',
      'email,address_line1,city,state_province_region,postal_code,country',
    ],
    ['Email, Home Address 1, Home Address 2, Home Zip', 'email,address_line1,address_line2,postal_code'],
    [
      'billing_email, billing_first_name, billing_last_name, billing_address_1, billing_postcode',
      'email,first_name,last_name,address_line1,postal_code',
    ],
    ['Email, City, billing_city, Mailing City', 'email,city'],
  ])('%j', async (headers, sent, values) => {
    expect(await matched(headers, values)).toBe(sent);
  });

  it('a subscriber who is a name is not taken for an address', async () => {
    expect(await report('Subscriber,Mail\nAda,a@example.com\n')).toContain('      email\n   2: a@example.com');
  });

  it.each([
    ['Ada Lovelace', 'Ada,Lovelace'],
    ['Mary Ann Smith', 'Mary Ann,Smith'],
    ['Ludwig van Beethoven', 'Ludwig,van Beethoven'],
    ['Juan Carlos de la Cruz', 'Juan Carlos,de la Cruz'],
    ['"Lovelace, Ada"', 'Ada,Lovelace'],
    ['John Smith Jr.', 'John,Smith Jr.'],
    ['"John Smith, Jr."', 'John,"Smith, Jr."'],
    ['Plato', 'Plato,'],
  ])('a single column of names is split: %s', async (name, split) => {
    const said = await report(`Name,Email\nGrace Hopper,g@example.com\n${name},a@example.com\n`);
    expect(said).toContain('“Name” fills First name and Last name, going by “Grace Hopper”.');
    expect(said).toContain(`   3: ${split},a@example.com\n`);
  });

  it('names of one word, and a name beside a first name, are not split', async () => {
    expect(await report('Name,Email\nAda,a@example.com\n')).toContain('left out: Name');
    expect(await report('Name,First Name,Email\nAda King,Ada,a@example.com\n')).toContain('left out: Name');
  });
});
