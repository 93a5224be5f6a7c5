import type { Phrases } from "../phrases.ts";

export const fr: Phrases = {
  goal: {
    dev: ["Il nous faut {thing} sur {place}. Regarde d'abord l'existant, puis code-le sans toucher aux types publics."],
    test: ["J'aimerais {thing} dans {place}. Commence par lire comment ça marche aujourd'hui."],
  },
  correct: {
    dev: ["Attends, j'ai confondu deux tickets : {thing} c'est pour {new}, {old} ne bouge pas."],
    test: ["Erreur de ma part sur la cible. C'est {new} qui doit avoir {thing}, laisse {old} tranquille."],
  },
  decideUser: { dev: ["Pars sur {chosen}. {why}"], test: ["Je préfère {chosen} à {dropped} : {why}"] },
  decideAgent: {
    dev: ["J'ai comparé les deux, {chosen} convient mieux : {why}"],
    test: ["Tout repose maintenant sur {chosen}. L'autre piste était {dropped}, mais {why}"],
  },
  whyLicence: { dev: ["{it} est sous {term}, le juridique refuse."], test: ["la licence {term} de {it} est exclue par nos contrats."] },
  whyRuntime: { dev: ["{it} n'existe pas pour {term}."], test: ["sur {term}, {it} ne démarre même pas."] },
  whyCost: { dev: ["{it} coûterait {term} par mois."], test: ["avec {it} on paierait {term} chaque mois."] },
  whyLatency: { dev: ["{it} ajoute {term} à chaque appel."], test: ["j'ai mesuré {term} par requête avec {it}."] },
  revoke: { dev: ["Je reviens là-dessus : {new}, pas {old}. {why}"], test: ["{old} saute finalement. {why} On met {new} à la place."] },
  trying: { dev: ["J'essaie avec {approach}."], test: ["Première piste : {approach}."] },
  failed: {
    dev: ["{approach} ne vaut rien ici : dès que deux requêtes se croisent, c'est {error}. Retiré."],
    test: ["Avec {approach} j'obtiens {error} au deuxième passage. Abandonné, une simple boucle suffit."],
  },
  reject: {
    dev: ["Enlève {approach}, {rule} l'interdit noir sur blanc."],
    test: ["Pas question, {approach} est proscrit par {rule}. Remets comme avant."],
  },
  rejected: { dev: ["C'est retiré."], test: ["Remis comme avant."] },
  portTaken: {
    dev: ["Attention, {taken} est pris par {service} ici, la nôtre écoute sur {free}."],
    test: ["Côté ports : {free} est à nous, {taken} c'est {service}."],
  },
  version: {
    dev: ["{host} est en {version} et y restera jusqu'au printemps."],
    test: ["Ça doit tourner sur {host}, où il n'y a que {version}."],
  },
  readOnly: {
    dev: ["{host} : lecture seulement, les écritures passent par {person}."],
    test: ["Tu peux lire {host}, mais tout changement relève de {person}."],
  },
  onlyWith: { dev: ["Ici seul cet appel passe : `{command}`."], test: ["Ça démarre quand on le lance ainsi : `{command}`."] },
  push: {
    dev: ["Pousse {branch}, mais pas de PR tout de suite, {person} veut relire."],
    test: ["Envoie-le sur le dépôt distant ; la pull request attendra {person}."],
  },
  pushed: { dev: ["{branch} est sur le dépôt distant."], test: ["Poussé : {branch}."] },
  listed: { dev: ["Les étapes sont notées, je commence en haut."], test: ["J'ai découpé le travail."] },
  second: {
    dev: ["Parfait, c'est terminé. Autre sujet : {thing} pour {place}."],
    test: ["Très bien, c'est réglé. J'ai encore {thing} dans {place} sur ma liste."],
  },
  beginning: { dev: ["Je lis d'abord {file}."], test: ["J'ouvre {file}."] },
  ask: {
    dev: ["Le cœur est là. Une question : {thing} doit-il couvrir aussi {other}, ou seulement {place} ?"],
    test: ["Ça marche pour {place}. Et {other}, on y met aussi {thing} ?"],
  },
  userAsks: {
    dev: ["Comment se comporte {thing} sur {place} si deux personnes modifient en même temps ?"],
    test: ["Que devient {place} si on coupe {thing} ?"],
  },
  delegate: {
    dev: ["Parcours tout ce qui touche {place} et dis ce qui cloche."],
    test: ["Relis le code autour de {place} et rapporte ce que tu trouves."],
  },
  finding: {
    dev: ["Résultat principal : {finding} dans {file}:{count}. Le reste est sain."],
    test: ["Un vrai problème : {file}:{count}, {finding}. Rien d'autre."],
  },
  folder: {
    dev: ["Le client est à côté, dans {folder} ; {file} doit suivre."],
    test: ["Il y a aussi {folder} : son {file} demande le même changement."],
  },
  pasted: {
    dev: ["Voilà ce qui est sorti cette nuit. Quelque part il y a la raison pour laquelle {thing} sur {place} s'est arrêté :"],
    test: ["Le journal du week-end. Pourquoi {place} a-t-il perdu {thing} ?"],
  },
  thanks: { dev: ["Génial, merci beaucoup ! Bon week-end"], test: ["Super, merci. Je file à la piscine"] },
  bye: { dev: ["Avec plaisir, bon week-end !"], test: ["De rien, bonne piscine !"] },
  fillerAsk: {
    dev: ["Renomme {name} dans {file}, le nom est trompeur.", "Coupe {name} ({file}) en deux, c'est trop long."],
    test: ["{name} dans {file} doit refuser les entrées vides.", "Range un peu {name} dans {file}."],
  },
  fillerDone: { dev: ["{file} se lit mieux, c'est commité."], test: ["{name} est propre et commité."] },
  looking: { dev: ["Je regarde {file}."], test: ["Voyons {file}."] },
  touchUp: {
    dev: ["Un détail encore : {name} devrait sortir tôt quand il n'y a rien à faire."],
    test: ["{name} pourrait prendre la limite en argument ?"],
  },
  allGreen: { dev: ["Les {count} tests sont au vert."], test: ["{count} sur {count} passent."] },
  wrapUp: { dev: ["C'est en place, seul {file} a changé."], test: ["Terminé, voir {file}."] },
  goOn: { dev: ["vas-y"], test: ["ça me va"] },
  detail: {
    dev: [
      "Les lignes arrivent en une seule passe et vont directement à {name}.",
      "{name} garde sa signature, les appelants ne bougent pas.",
      "Dans {file} j'ai aussi trié les imports.",
      "Pour une liste vide on rend une liste vide, c'est écrit noir sur blanc.",
    ],
    test: [
      "{file} a perdu une vingtaine de lignes, surtout des copies du même contrôle.",
      "Vu de l'extérieur, {name} se comporte exactement comme avant.",
      "Une ligne de journal passe de info à debug, elle sortait à chaque rangée.",
      "La valeur par défaut reste ; qui passe une limite obtient cette limite.",
    ],
  },
  context: {
    dev: ["Le client a environ neuf mille lignes, si ça aide.", "C'est sorti la semaine dernière en relisant {name}."],
    test: ["Rien ne presse, c'est pour la version d'après.", "{name} a été écrit par quelqu'un qui est parti."],
  },
};
