/** A header without the details that people vary: case, accents, spaces, hyphens, underscores, brackets. */
export const headerKey = (header: string): string =>
  header
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '');

/**
Headers with the same meaning, best first, as Excel, Google, Mailchimp, HubSpot, Outlook and people write them.

A field belongs to the family that holds its own name, so custom fields such as `phone` or `company_name` find their
columns too.
*/
export function familyOf(field: string): readonly string[] {
  const key = headerKey(field);
  return families.find(([own]) => own.split(' ').includes(key))?.[1].split(' ') ?? [];
}

/** Own names of the field, and the headers that fill it. */
const families: ReadonlyArray<readonly [own: string, headers: string]> = [
  [
    'email emailaddress',
    'email emailaddress mail mailaddress emailaddresse emailadresse mailadresse email1value email1address email1 primaryemail emailprimary adresseemail adressemail courriel adresseelectronique correo correoelectronico direcciondecorreo direcciondecorreoelectronico indirizzoemail emailadres emailid contactemail subscriberemail useremail customeremail workemail businessemail personalemail',
  ],
  [
    'altemail alternateemail secondaryemail',
    'altemail alternateemail alternativeemail secondaryemail secondemail otheremail email2value email2address email2 additionalemail additionalemailaddresses zweiteemail',
  ],
  [
    'firstname',
    'firstname givenname forename fname first vorname rufname prenom nombre nombres nome voornaam contactfirstname merge1',
  ],
  [
    'lastname surname',
    'lastname familyname surname lname last nachname familienname nomdefamille nom apellido apellidos cognome achternaam contactlastname',
  ],
  [
    'country',
    'country countryname countryregion countryorregion land pays pais paese nation address1country homecountryregion homecountry businesscountryregion businesscountry othercountryregion othercountry mailingcountry billingcountry shippingcountry countrycode landercode',
  ],
  [
    'stateprovinceregion region province',
    'stateprovinceregion stateregion stateprovince regionstate region province provincia regionprovinz address1region',
  ],
  [
    'state',
    'state statename bundesland etat estado homestate businessstate otherstate mailingstate billingstate shippingstate stateregion stateprovince',
  ],
  [
    'city town',
    'city town cityname stadt ort wohnort ville ciudad localidad citta plaats address1city homecity businesscity othercity mailingcity billingcity shippingcity',
  ],
  [
    'addressline1 address street',
    'addressline1 address1 address street streetaddress address1street strasse strassehausnummer anschrift adresse adresse1 rue direccion direccion1 calle indirizzo homestreet homeaddress businessstreet businessaddress otherstreet mailingstreet billingstreet shippingstreet',
  ],
  [
    'addressline2',
    'addressline2 address2 street2 streetaddress2 addresscontinued address1extendedaddress adresszusatz adresse2 complementadresse direccion2 homestreet2 businessstreet2 otherstreet2',
  ],
  [
    'postalcode zip zipcode postcode',
    'postalcode postcode zip zipcode zippostalcode zippostcode plz postleitzahl codepostal codigopostal cp cap address1postalcode homepostalcode businesspostalcode otherpostalcode mailingzip billingzip shippingzip',
  ],
  [
    'phone phonenumber telephone tel',
    'phone phonenumber telephone telephonenumber tel primaryphone phone1value homephone businessphone workphone mainphone telefon telefonnummer numerodetelephone telefono',
  ],
  [
    'mobile mobilephone mobilenumber mobilephonenumber cell cellphone',
    'mobile mobilephone mobilenumber mobilephonenumber cell cellphone handy handynummer mobil mobilnummer portable movil phone2value',
  ],
  [
    'companyname company organization organisation',
    'companyname company organization organisation organizationname organization1name firma unternehmen societe entreprise empresa',
  ],
  [
    'designation jobtitle position title',
    'designation jobtitle title position organizationtitle organization1title beruf funktion poste cargo',
  ],
  [
    'birthdate birthday dateofbirth dob',
    'birthdate birthday dateofbirth dob geburtsdatum geburtstag datedenaissance fechadenacimiento',
  ],
  [
    'joindate joined datejoined',
    'joindate joined datejoined joinedon createdate createdat signupdate optintime beitrittsdatum eintrittsdatum',
  ],
  ['age', 'age alter edad'],
  ['fullname', 'fullname name displayname namecomplete nomcomplet nombrecompleto'],
];

/** Every header that one of these fields is known by, as keys. */
export const knownHeaders = (fields: readonly string[]): ReadonlySet<string> =>
  new Set(fields.flatMap(field => [headerKey(field), ...familyOf(field)]));
