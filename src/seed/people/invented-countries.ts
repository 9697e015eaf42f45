/** The names and places of people in a country. `名=mei` is a name with its letters for an address. */
type InventedCountry = {
  readonly first: readonly string[];
  readonly last: readonly string[];
  readonly cities: readonly City[];
  /** Streets; `%` stands for the house number. */
  readonly streets: readonly string[];
};

/** A city with its state, and the form of its postal codes: `#` is a digit, `@` a letter. */
type City = {readonly city: string; readonly state: string; readonly postal: string};

const country = (first: string, last: string, places: string, streets: string): InventedCountry => ({
  first: first.split(' '),
  last: last.split(' '),
  cities: places.split('; ').map(text => {
    const [city = '', state = '', postal = ''] = text.split(', ');
    return {city, state, postal};
  }),
  streets: streets.split('; '),
});

/** The countries of invented people, by English name. */
export const inventedCountries: Readonly<Record<string, InventedCountry>> = {
  Germany: country(
    'Lukas Leonie Jonas Hannah Finn Mia Jürgen Käthe Paul Emilia Felix Sophie Björn Jördis Moritz Clara',
    'Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Weiß Krüger Groß',
    'Berlin, Berlin, 10###; Hamburg, Hamburg, 20###; München, Bayern, 80###; Köln, Nordrhein-Westfalen, 50###; Leipzig, Sachsen, 04###; Bremen, Bremen, 28###',
    'Hauptstraße %; Gartenstraße %; Lindenweg %; Am Markt %; Schillerstraße %',
  ),
  France: country(
    'Léo Chloé Lucas Camille Hugo Inès Louis Zoé Gabriel Manon Jules Élodie Arthur Margaux François Océane',
    'Martin Bernard Dubois Thomas Robert Petit Durand Leroy Moreau Simon Lefèvre Garnier Faure Mercier Girard Besson',
    'Paris, Île-de-France, 750##; Lyon, Auvergne-Rhône-Alpes, 690##; Nantes, Pays de la Loire, 440##; Lille, Hauts-de-France, 590##; Bordeaux, Nouvelle-Aquitaine, 330##',
    '% rue de la Paix; % avenue Victor Hugo; % rue des Écoles; % place du Marché',
  ),
  Spain: country(
    'Hugo Lucía Martín Sofía Pablo María Álvaro Paula Diego Carmen Iñigo Inés Javier Begoña Mateo Elena',
    'García Fernández González Rodríguez López Martínez Sánchez Pérez Gómez Ruiz Núñez Ibáñez Muñoz Ortega Vidal Serrano',
    'Madrid, Madrid, 280##; Barcelona, Cataluña, 080##; Valencia, Comunidad Valenciana, 460##; Sevilla, Andalucía, 410##; Bilbao, País Vasco, 480##',
    'Calle Mayor %; Calle del Sol %; Avenida de la Constitución %; Plaza Nueva %',
  ),
  Italy: country(
    'Leonardo Giulia Francesco Sofia Lorenzo Aurora Matteo Alice Niccolò Ginevra Andrea Chiara Tommaso Martina Davide Noemi',
    'Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Conti Gallo Fontana Moretti Barbieri Rinaldi',
    'Roma, Lazio, 001##; Milano, Lombardia, 201##; Torino, Piemonte, 101##; Napoli, Campania, 801##; Bologna, Emilia-Romagna, 401##',
    'Via Roma %; Via Garibaldi %; Corso Italia %; Piazza Dante %; Viale dei Mille %',
  ),
  'United Kingdom': country(
    'Oliver Amelia George Isla Harry Ava Noah Emily Jack Grace Charlie Poppy Rhys Niamh Callum Freya',
    "Smith Jones Taylor Brown Williams Wilson Johnson Davies Patel Wright Walker Hughes Evans O'Brien Clarke Murray",
    'London, England, SW# #@@; Manchester, England, M# #@@; Leeds, England, LS# #@@; Cardiff, Wales, CF# #@@; Edinburgh, Scotland, EH# #@@; Belfast, Northern Ireland, BT# #@@',
    '% High Street; % Church Lane; % Station Road; % Victoria Road; % Mill Lane',
  ),
  'United States': country(
    'Liam Olivia Noah Emma James Ava Ethan Mia Logan Harper Mason Ella Carlos Aaliyah Jamal Grace',
    'Smith Johnson Williams Brown Jones Garcia Miller Davis Martinez Lopez Anderson Moore Jackson Nguyen Lee Young',
    'New York, New York, 100##; Austin, Texas, 787##; Chicago, Illinois, 606##; Seattle, Washington, 981##; Denver, Colorado, 802##; Atlanta, Georgia, 303##',
    '% Main Street; % Oak Avenue; % Maple Street; % Washington Boulevard; % Lake Drive',
  ),
  India: country(
    'Aarav Ananya Vivaan Diya Arjun Isha Rohan Kavya Karthik Meera Imran Fatima Sanjay Lakshmi Vikram Priya',
    'Sharma Patel Singh Kumar Gupta Reddy Nair Iyer Khan Das Mehta Joshi Rao Chatterjee Kapoor Pillai',
    'Mumbai, Maharashtra, 4000##; Bengaluru, Karnataka, 5600##; Chennai, Tamil Nadu, 6000##; Kolkata, West Bengal, 7000##; Jaipur, Rajasthan, 3020##',
    '% MG Road; % Station Road; % Gandhi Nagar; % Park Street; % Lake View Road',
  ),
  Brazil: country(
    'Miguel Helena João Alice Davi Laura Arthur Júlia Gabriel Conceição Heitor Lívia Caio Beatriz Thiago Luísa',
    'Silva Santos Oliveira Souza Pereira Lima Carvalho Ferreira Ribeiro Almeida Gonçalves Araújo Barbosa Rocha Moura Simões',
    'São Paulo, São Paulo, 010##-###; Rio de Janeiro, Rio de Janeiro, 200##-###; Salvador, Bahia, 400##-###; Curitiba, Paraná, 800##-###; Recife, Pernambuco, 500##-###',
    'Rua das Flores, %; Avenida Brasil, %; Rua São João, %; Travessa da Paz, %',
  ),
  Japan: country(
    '陽翔=haruto 結衣=yui 蓮=ren 葵=aoi 大和=yamato 美咲=misaki 悠真=yuma 桜=sakura 翔太=shota 花子=hanako 健太=kenta 真由美=mayumi',
    '佐藤=sato 鈴木=suzuki 高橋=takahashi 田中=tanaka 伊藤=ito 渡辺=watanabe 山本=yamamoto 中村=nakamura 小林=kobayashi 加藤=kato 吉田=yoshida 山田=yamada',
    '千代田区, 東京都, 100-####; 大阪市, 大阪府, 530-####; 札幌市, 北海道, 060-####; 福岡市, 福岡県, 810-####; 京都市, 京都府, 600-####',
    '本町%番地; 中央%番地; 緑町%番地; 桜木町%番地',
  ),
  Poland: country(
    'Jakub Zuzanna Antoni Julia Łukasz Maja Franciszek Małgorzata Paweł Oliwia Michał Agnieszka Wojciech Zofia Stanisław Hanna',
    'Nowak Wójcik Kowalczyk Woźniak Mazur Krawczyk Zając Król Wróbel Dudek Pawlak Walczak Sikora Baran Duda Szewczyk',
    'Warszawa, mazowieckie, 00-###; Kraków, małopolskie, 30-###; Łódź, łódzkie, 90-###; Wrocław, dolnośląskie, 50-###; Gdańsk, pomorskie, 80-###',
    'ul. Polna %; ul. Leśna %; ul. Słoneczna %; ul. Szkolna %',
  ),
  Sweden: country(
    'William Alice Hugo Maja Elias Astrid Oscar Ebba Björn Åsa Axel Saga Göran Märta Nils Linnéa',
    'Andersson Johansson Karlsson Nilsson Eriksson Larsson Olsson Persson Svensson Lindström Sjöberg Åberg Öberg Nyström Holm Ek',
    'Stockholm, Stockholms län, 111 ##; Göteborg, Västra Götalands län, 411 ##; Malmö, Skåne län, 211 ##; Uppsala, Uppsala län, 753 ##; Umeå, Västerbottens län, 903 ##',
    'Storgatan %; Kungsgatan %; Skolgatan %; Björkvägen %',
  ),
  Netherlands: country(
    'Daan Emma Sem Julia Lucas Sanne Levi Fleur Bram Lieke Jesse Noor Thijs Maartje Ruben Femke',
    'Bakker Visser Smit Meijer Mulder Bos Vos Peters Hendriks Dekker Brouwer Dijkstra Jacobs Kuipers Postma Willems',
    'Amsterdam, Noord-Holland, 10## @@; Rotterdam, Zuid-Holland, 30## @@; Utrecht, Utrecht, 35## @@; Eindhoven, Noord-Brabant, 56## @@; Groningen, Groningen, 97## @@',
    'Dorpsstraat %; Kerkstraat %; Molenweg %; Stationsweg %',
  ),
  Canada: country(
    'Liam Olivia Noah Charlotte William Léa Benjamin Chloe Étienne Maya Owen Zoë Ethan Amélie Nathan Hannah',
    'Smith Tremblay Martin Roy Gagnon Wilson Côté Macdonald Campbell Bouchard Singh Chan Gauthier Fraser Morin Ross',
    'Toronto, Ontario, M5@ #@#; Montréal, Québec, H2@ #@#; Vancouver, British Columbia, V6@ #@#; Calgary, Alberta, T2@ #@#; Halifax, Nova Scotia, B3@ #@#',
    '% King Street; % Maple Avenue; % rue Saint-Denis; % Lakeshore Road',
  ),
  Australia: country(
    'Jack Charlotte William Isla Cooper Matilda Lachlan Ruby Angus Zara Archie Evie Bodhi Sienna Flynn Tahlia',
    'Smith Jones Williams Brown Wilson Taylor Nguyen Kelly Ryan Walker Harris Campbell Mitchell Murphy Bennett Hall',
    'Sydney, New South Wales, 20##; Melbourne, Victoria, 30##; Brisbane, Queensland, 40##; Perth, Western Australia, 60##; Hobart, Tasmania, 70##',
    '% George Street; % Beach Road; % Bourke Street; % Railway Parade',
  ),
};
