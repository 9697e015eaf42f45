import {folded} from '../../core/words/sentence.js';

/** A header without the details that vary: case, accents, spaces, hyphens, underscores, brackets, a “(required)”. */
export const headerKey = (header: string): string =>
  folded(header.toLowerCase().replaceAll('ß', 'ss'))
    .replace(/[([](?:required|mandatory|optional|pflichtfeld|pflicht|obligatoire|obligatorio|verplicht)[)\]]/, '')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Headers with the same meaning, best first, as other programs and people write them. */
export const familyOf = (field: string): readonly string[] => familiesByName.get(headerKey(field)) ?? [];

/** The headers that fill a field, by its own names. */
const families: Readonly<Record<string, string>> = {
  'email emailaddress':
    'email emailaddress mail mailaddress channelsemailaddress emailaddresse emailadresse mailadresse email1value email1address email1 primaryemail emailprimary adresseemail adressemail courriel adresseelectronique correo correoelectronico direcciondecorreo direcciondecorreoelectronico indirizzoemail emailadres emailid contactemail subscriberemail useremail customeremail attendeeemail buyeremail payeremail memberemail youremail emailaddr eaddress emailadress epost epostadress correoelectronic emailvalue emailaddress1 workemail businessemail personalemail emailpersonal emailhome homeemail homeemailaddress emailwork emailaddresswork workemailaddress emailbusiness emailaddressbusiness emailaddresshome emailaddresspersonal emailhomework billingemail mailingemail shippingemail emailother emailaddressother otheremail otheremailaddress subscriber subscribers abonnent abonne suscriptor',
  'altemail alternateemail secondaryemail':
    'altemail alternateemail alternativeemail secondaryemail secondemail otheremail email2value email2address email2 additionalemail additionalemailaddresses zweiteemail emailaddress2 secondaryemailaddress alternateemailaddress alternativeemailaddress additionalemails emailaddressother emailother otheremailaddress emailaddresswork emailwork workemail workemailaddress businessemail emailaddresshome emailhome homeemail homeemailaddress personalemail',
  firstname:
    'firstname givenname forename fname first vorname rufname prenom nombre nombres nome voornaam contactfirstname merge1 attendeefirstname buyerfirstname firstnames primernombre givennames billingfirstname personfirstname voornamen nomepropio primeironome',
  'lastname surname':
    'lastname familyname surname lname last nachname familienname nomdefamille nom apellido apellidos cognome achternaam contactlastname merge2 attendeelastname buyerlastname lastnames sobrenome apelido familyname1 billinglastname personlastname surnames primerapellido',
  country:
    'country countryname countryregion countryorregion land pays pais paese nation address1country homecountryregion homecountry businesscountryregion businesscountry othercountryregion othercountry mailingcountry billingcountry shippingcountry countrycode landercode countryname1 countryiso locationcountry landcode paiscodigo',
  'stateprovinceregion region province':
    'stateprovinceregion stateregion stateprovince regionstate region province provincia regionprovinz address1region provincecode provincestate stateregionprovince county regionname locationregion',
  state:
    'state statename bundesland etat estado homestate businessstate otherstate mailingstate billingstate shippingstate stateregion stateprovince statecode stateabbreviation uf deelstaat kanton canton',
  'city town':
    'city town cityname stadt ort wohnort ville ciudad localidad citta plaats address1city homecity businesscity othercity mailingcity billingcity shippingcity citytown townorcity towncity locality suburb locationcity cidade municipio gemeente woonplaats comune',
  'addressline1 address street':
    'addressline1 address1 address street streetaddress address1street strasse strassehausnummer anschrift adresse adresse1 rue direccion direccion1 calle indirizzo homestreet homeaddress businessstreet businessaddress otherstreet mailingstreet billingstreet shippingstreet streetname street1 address1line1 streetaddressline1 addressstreet streetaddress1 strasseundhausnummer strasseundnr strassenr adres straat rua endereco morada',
  addressline2:
    'addressline2 address2 street2 streetaddress2 addresscontinued address1extendedaddress adresszusatz adresse2 complementadresse direccion2 homestreet2 businessstreet2 otherstreet2 addressextended addressline2optional apartment aptsuite complemento',
  'postalcode zip zipcode postcode':
    'postalcode postcode zip zipcode zippostalcode zippostcode plz postleitzahl codepostal codigopostal cp cap address1postalcode homepostalcode businesspostalcode otherpostalcode mailingzip billingzip shippingzip zippcode postal ziporpostalcode zippostal postalzip cep codigopostale locationzip',
  'phone phonenumber telephone tel':
    'phone phonenumber telephone telephonenumber tel primaryphone phone1value homephone businessphone workphone mainphone telefon telefonnummer numerodetelephone telefono phoneno phonenr telephone1 telefoon telefoonnummer telefone fone phonehome phonework',
  'mobile mobilephone mobilenumber mobilephonenumber cell cellphone':
    'mobile mobilephone mobilenumber mobilephonenumber cell cellphone handy handynummer mobil mobilnummer portable movil phone2value',
  'companyname company organization organisation':
    'companyname company organization organisation organizationname organization1name firma unternehmen societe entreprise empresa',
  'designation jobtitle position title':
    'designation jobtitle title position organizationtitle organization1title beruf funktion poste cargo',
  'birthdate birthday dateofbirth dob':
    'birthdate birthday dateofbirth dob geburtsdatum geburtstag datedenaissance fechadenacimiento',
  'joindate joined datejoined':
    'joindate joined datejoined joinedon createdate createdat signupdate optintime beitrittsdatum eintrittsdatum',
  age: 'age alter edad',
  fullname:
    'fullname name displayname namecomplete nomcomplet nombrecompleto nomecompleto volledigenaam contactname subscribername customername clientname attendeename membername',
};

const familiesByName: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(families).flatMap(([own, headers]) => own.split(' ').map(name => [name, headers.split(' ')] as const)),
);

export const knownHeaders = (fields: readonly string[]): ReadonlySet<string> =>
  new Set(fields.flatMap(field => [headerKey(field), ...familyOf(field)]));
