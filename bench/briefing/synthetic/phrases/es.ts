import type { Phrases } from "../phrases.ts";

export const es: Phrases = {
  goal: {
    dev: ["Necesitamos {thing} en {place}. Mira primero lo que hay y luego constrúyelo, los tipos públicos se quedan igual."],
    test: ["Quiero {thing} dentro de {place}. Empieza leyendo cómo funciona hoy."],
  },
  correct: {
    dev: ["Espera, confundí dos tickets: {thing} es para {new}, {old} se queda como está."],
    test: ["Me equivoqué de destino. {new} es quien lleva {thing}; a {old} ni lo mires."],
  },
  decideUser: { dev: ["Tira de {chosen}. {why}"], test: ["Prefiero {chosen} a {dropped}: {why}"] },
  decideAgent: {
    dev: ["Comparé los dos y {chosen} encaja mejor: {why}"],
    test: ["Todo se apoya ahora en {chosen}. La otra opción era {dropped}, pero {why}"],
  },
  whyLicence: { dev: ["{it} va con {term} y legal no lo firma."], test: ["la licencia {term} de {it} choca con nuestros contratos."] },
  whyRuntime: { dev: ["{it} no existe para {term}."], test: ["en {term} no hay manera de arrancar {it}."] },
  whyCost: { dev: ["{it} saldría a {term} al mes."], test: ["con {it} pagaríamos {term} cada mes."] },
  whyLatency: { dev: ["{it} suma {term} a cada llamada."], test: ["medí {term} por consulta con {it}."] },
  revoke: { dev: ["Me desdigo: {new}, no {old}. {why}"], test: ["{old} queda fuera otra vez. {why} Su sitio lo toma {new}."] },
  trying: { dev: ["Pruebo con {approach}."], test: ["Primera idea: {approach}."] },
  failed: {
    dev: ["{approach} aquí no vale: en cuanto coinciden dos peticiones sale {error}. Ya está fuera."],
    test: ["Con {approach} aparece {error} a la segunda pasada. Descartado, un bucle simple basta."],
  },
  reject: {
    dev: ["Quita {approach}, {rule} lo prohíbe tal cual."],
    test: ["Eso no puede ser, {approach} está vetado por {rule}. Déjalo como antes."],
  },
  rejected: { dev: ["Ya está quitado."], test: ["Vuelto a como estaba."] },
  portTaken: {
    dev: ["Ojo, {taken} es de {service} en esta máquina, lo nuestro escucha en {free}."],
    test: ["Sobre puertos: {free} es nuestro, en {taken} está {service}."],
  },
  version: {
    dev: ["{host} tiene {version} y así sigue hasta primavera."],
    test: ["Tiene que correr en {host}, y allí solo hay {version}."],
  },
  readOnly: {
    dev: ["{host} es solo para mirar; los cambios los hace {person}."],
    test: ["En {host} puedes leer, pero escribir es cosa de {person}."],
  },
  onlyWith: { dev: ["Aquí solo funciona esta llamada: `{command}`."], test: ["Arranca si se lanza así: `{command}`."] },
  push: {
    dev: ["Sube {branch}, pero todavía sin PR, {person} quiere leerlo."],
    test: ["Mándalo al remoto; el pull request espera a {person}."],
  },
  pushed: { dev: ["{branch} está en el remoto."], test: ["Subido: {branch}."] },
  listed: { dev: ["Los pasos están apuntados, empiezo por arriba."], test: ["Lo he partido en trozos."] },
  second: {
    dev: ["Perfecto, eso está terminado. Otro tema: {thing} para {place}."],
    test: ["Bien, cerrado. En mi lista queda {thing} en {place}."],
  },
  beginning: { dev: ["Leo primero {file}."], test: ["Abro {file}."] },
  ask: {
    dev: ["La base está. Una duda: ¿{thing} debe cubrir también {other} o solo {place}?"],
    test: ["En {place} ya va. ¿Y {other}, también lleva {thing}?"],
  },
  userAsks: {
    dev: ["¿Cómo se comporta {thing} en {place} si dos personas editan a la vez?"],
    test: ["¿Qué pasa con {place} si apagamos {thing}?"],
  },
  delegate: {
    dev: ["Revisa todo lo que toca {place} y cuenta qué está mal."],
    test: ["Mira el código alrededor de {place} y dime qué encuentras."],
  },
  finding: {
    dev: ["Resultado principal: {finding} en {file}:{count}. Lo demás está sano."],
    test: ["Un problema de verdad: {file}:{count}, {finding}. Nada más."],
  },
  folder: {
    dev: ["El cliente está al lado, en {folder}; allí hay que cambiar {file} también."],
    test: ["Hay otro repo, {folder}; su {file} pide el mismo cambio."],
  },
  pasted: {
    dev: ["Esto salió anoche. En algún lado está por qué {thing} en {place} se paró:"],
    test: ["El registro del fin de semana. ¿Por qué {place} perdió {thing}?"],
  },
  thanks: { dev: ["¡Genial, muchas gracias! Buen fin de semana"], test: ["Estupendo, gracias. Me voy a la piscina"] },
  bye: { dev: ["¡Un placer, buen fin de semana!"], test: ["¡De nada, disfruta la piscina!"] },
  fillerAsk: {
    dev: ["Renombra {name} en {file}, el nombre engaña.", "Parte {name} ({file}) en dos, es muy largo."],
    test: ["{name} en {file} debe rechazar entradas vacías.", "Ordena un poco {name} en {file}."],
  },
  fillerDone: { dev: ["{file} se lee mejor, commit hecho."], test: ["{name} está limpio y con commit."] },
  looking: { dev: ["Miro {file}."], test: ["A ver {file}."] },
  touchUp: {
    dev: ["Un detalle más: {name} debería salir pronto si no hay nada que hacer."],
    test: ["¿{name} puede recibir el límite como argumento?"],
  },
  allGreen: { dev: ["Los {count} tests están en verde."], test: ["{count} de {count} pasan."] },
  wrapUp: { dev: ["Ya está, solo cambió {file}."], test: ["Terminado, mira {file}."] },
  goOn: { dev: ["sigue"], test: ["me vale"] },
  detail: {
    dev: [
      "Las filas llegan en una sola pasada y van directas a {name}.",
      "{name} conserva su firma, quien lo llama no cambia.",
      "En {file} también ordené los imports.",
      "Con una lista vacía devuelve una lista vacía, ahora está escrito.",
    ],
    test: [
      "{file} tiene veinte líneas menos, casi todas eran copias del mismo control.",
      "Desde fuera {name} se comporta igual que antes.",
      "Una línea de log pasó de info a debug, salía una por fila.",
      "El valor por defecto sigue; quien pasa un límite recibe ese límite.",
    ],
  },
  context: {
    dev: ["El cliente tiene unas nueve mil filas, por si ayuda.", "Salió la semana pasada revisando {name}."],
    test: ["No hay prisa, es para la versión siguiente.", "{name} lo escribió alguien que ya se fue."],
  },
};
