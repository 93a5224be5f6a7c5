import type { Phrases } from "../phrases.ts";

export const de: Phrases = {
  goal: {
    dev: ["Wir brauchen {thing} für {place}. Sieh dich erst um und bau es dann ein, die öffentlichen Typen bleiben."],
    test: ["Bau mir bitte {thing} in {place} ein. Lies zuerst, wie es heute läuft."],
  },
  correct: {
    dev: ["Moment, ich habe zwei Tickets verwechselt: {thing} gehört zu {new}, an {old} ändert sich gar nichts."],
    test: ["Mein Fehler, falsches Ziel. {new} soll {thing} bekommen, {old} lassen wir in Ruhe."],
  },
  decideUser: { dev: ["Dafür bitte {chosen}. {why}"], test: ["Ich bin für {chosen}, nicht für {dropped}: {why}"] },
  decideAgent: {
    dev: ["Ich habe beide verglichen, {chosen} passt besser: {why}"],
    test: ["Das Ganze steht jetzt auf {chosen}. Zur Wahl stand noch {dropped}, aber {why}"],
  },
  whyLicence: {
    dev: ["{it} steht unter {term}, das unterschreibt die Rechtsabteilung nicht."],
    test: ["die {term} von {it} verträgt sich nicht mit unseren Verträgen."],
  },
  whyRuntime: { dev: ["{it} läuft auf {term} überhaupt nicht."], test: ["auf {term} bekommt man {it} nicht zum Laufen."] },
  whyCost: { dev: ["{it} kostet {term} im Monat."], test: ["für {it} wären {term} monatlich fällig."] },
  whyLatency: { dev: ["{it} macht jeden Aufruf um {term} langsamer."], test: ["mit {it} dauert jede Abfrage {term}."] },
  revoke: {
    dev: ["Ich nehme das zurück: {new} und nicht {old}. {why}"],
    test: ["{old} fliegt wieder raus. {why} An die Stelle kommt {new}."],
  },
  trying: { dev: ["Ich versuche es mit {approach}."], test: ["Erster Anlauf: {approach}."] },
  failed: {
    dev: ["{approach} taugt hier nichts: sobald zwei Anfragen zusammenkommen, gibt es {error}. Ist wieder draußen."],
    test: ["Mit {approach} kam beim zweiten Lauf {error}. Ich habe es verworfen und eine einfache Schleife genommen."],
  },
  reject: {
    dev: ["Bitte {approach} wieder ausbauen, {rule} verbietet genau das."],
    test: ["So nicht: {approach} ist wegen {rule} tabu. Mach das rückgängig."],
  },
  rejected: { dev: ["Ist wieder draußen."], test: ["Rückgängig gemacht."] },
  portTaken: {
    dev: ["Achtung, {taken} gehört hier {service}, unsere Instanz hört auf {free}."],
    test: ["Zu den Ports: {free} ist unserer, auf {taken} sitzt {service}."],
  },
  version: {
    dev: ["Auf {host} ist {version} und bleibt es bis zum Frühjahr."],
    test: ["Es läuft am Ende auf {host}, und dort gibt es nur {version}."],
  },
  readOnly: {
    dev: ["{host} nur ansehen, ändern darf da allein {person}."],
    test: ["Auf {host} darfst du lesen; schreiben geht nur über {person}."],
  },
  onlyWith: { dev: ["Hier klappt nur dieser Aufruf: `{command}`."], test: ["So startet es auf diesem Rechner: `{command}`."] },
  push: {
    dev: ["Schieb {branch} hoch, aber noch keinen PR, {person} will erst lesen."],
    test: ["Bitte pushen; mit dem Pull Request warten wir, bis {person} zurück ist."],
  },
  pushed: { dev: ["{branch} liegt auf dem Server."], test: ["Gepusht: {branch}."] },
  listed: { dev: ["Die Schritte stehen, ich fange oben an."], test: ["Ich habe es in Stücke geteilt."] },
  second: {
    dev: ["Prima, das ist fertig. Neues Thema: {thing} für {place}."],
    test: ["Gut, erledigt. Auf meiner Liste steht noch {thing} in {place}."],
  },
  beginning: { dev: ["Ich lese zuerst {file}."], test: ["Ich mache {file} auf."] },
  ask: {
    dev: ["Der Kern steht. Eine Frage: soll {thing} auch für {other} gelten oder nur für {place}?"],
    test: ["Bei {place} geht es. Und {other}, gehört {thing} da auch hin?"],
  },
  userAsks: {
    dev: ["Wie verhält sich {thing} bei {place}, wenn zwei gleichzeitig ändern?"],
    test: ["Was passiert mit {place}, wenn wir {thing} wieder abschalten?"],
  },
  delegate: {
    dev: ["Sieh alles durch, was {place} berührt, und berichte, was nicht stimmt."],
    test: ["Prüfe den Code um {place} und sag, was du findest."],
  },
  finding: {
    dev: ["Wichtigstes Ergebnis: {finding} in {file}:{count}. Sonst sieht es gut aus."],
    test: ["Ein echtes Problem: {file}:{count}, {finding}. Mehr war nicht."],
  },
  folder: {
    dev: ["Der Client liegt daneben in {folder}, dort muss {file} mitgeändert werden."],
    test: ["Es gibt noch {folder}; {file} darin braucht dieselbe Änderung."],
  },
  pasted: {
    dev: ["Das kam letzte Nacht heraus. Irgendwo steht, warum {thing} auf {place} stehen blieb:"],
    test: ["Unten das Log vom Wochenende. Warum hat {place} {thing} verloren?"],
  },
  thanks: { dev: ["Klasse, danke dir! Schönes Wochenende"], test: ["Super, vielen Dank. Ich gehe jetzt schwimmen"] },
  bye: { dev: ["Gern geschehen, schönes Wochenende!"], test: ["Sehr gern, viel Spaß beim Schwimmen!"] },
  fillerAsk: {
    dev: ["Benenn {name} in {file} um, der Name lügt.", "Teil {name} ({file}) bitte, das ist zu lang."],
    test: ["{name} in {file} braucht eine Prüfung auf leere Eingaben.", "Räum {name} in {file} etwas auf."],
  },
  fillerDone: { dev: ["{file} liest sich jetzt besser, Commit ist drin."], test: ["{name} ist aufgeräumt und committet."] },
  looking: { dev: ["Ich schaue mir {file} an."], test: ["Ich öffne {file}."] },
  touchUp: {
    dev: ["Noch etwas Kleines: {name} soll früh zurückkehren, wenn nichts zu tun ist."],
    test: ["Kann {name} die Grenze als Argument nehmen?"],
  },
  allGreen: { dev: ["Alle {count} Tests sind grün."], test: ["{count} von {count} laufen durch."] },
  wrapUp: { dev: ["Ist drin, betroffen ist nur {file}."], test: ["Fertig, siehe {file}."] },
  goOn: { dev: ["ja, mach weiter"], test: ["passt so"] },
  detail: {
    dev: [
      "Die Zeilen kommen jetzt in einem Durchgang und gehen direkt an {name}.",
      "{name} behält seine Signatur, die Aufrufer bleiben also, wie sie sind.",
      "In {file} habe ich nebenbei die Importe sortiert.",
      "Bei einer leeren Liste kommt eine leere Liste zurück, das steht nun ausdrücklich da.",
    ],
    test: [
      "{file} ist um gut zwanzig Zeilen kürzer, das meiste waren Kopien derselben Prüfung.",
      "Von außen verhält sich {name} genau wie vorher.",
      "Eine Logzeile wanderte von info nach debug, sie kam für jede Zeile einmal.",
      "Die Vorgabe bleibt; wer eine Grenze übergibt, bekommt diese Grenze.",
    ],
  },
  context: {
    dev: ["Der Kunde hat etwa neuntausend Zeilen, falls das hilft.", "Das kam letzte Woche im Review von {name} auf."],
    test: ["Es eilt nicht, das ist für das übernächste Release.", "{name} hat jemand geschrieben, der nicht mehr da ist."],
  },
};
