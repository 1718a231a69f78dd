/**
 * What the agent says by itself, in every language that the elements have. An embedded English voice speaks English
 * only, so a conversation in another language has a configured voice, or is read.
 */

/** The sentences of a language, in this order. `{name}` is the PAL's name. */
const ORDER = ['verbalDisclosure', 'visualDisclosure', 'greeting', 'notCaught', 'cannotHear', 'modelSilent', 'lostThread', 'stillThere', 'whatToKnow'] as const;
export type BuiltInSentences = Record<(typeof ORDER)[number], string>;

const SENTENCES: Record<string, [string, string, string, string, string, string, string, string, string]> = {
  en: ['Before we start: I am an AI system, not a person.', 'You are talking with an AI system.', 'Hello, I am {name}. How can I help you?',
    'Sorry, I did not catch that. You can say it again, or type it.', 'I cannot hear in this call. Please type your question.', 'My language model does not answer right now.', 'I lost the thread there.', 'Are you still there?', 'What would you like to know?'],
  ar: ['قبل أن نبدأ: أنا نظام ذكاء اصطناعي ولست إنسانًا.', 'أنت تتحدث مع نظام ذكاء اصطناعي.', 'مرحبًا، أنا {name}. كيف يمكنني مساعدتك؟',
    'عذرًا، لم أفهم ذلك. يمكنك قوله مرة أخرى أو كتابته.', 'لا يمكنني سماعك في هذه المكالمة. يُرجى كتابة سؤالك.', 'نموذجي اللغوي لا يجيب الآن.', 'لقد فقدت تسلسل أفكاري.', 'هل ما زلت معي؟', 'ماذا تود أن تعرف؟'],
  bg: ['Преди да започнем: аз съм система с изкуствен интелект, а не човек.', 'Разговаряте със система с изкуствен интелект.', 'Здравейте, аз съм {name}. С какво мога да помогна?',
    'Извинете, не разбрах. Можете да го повторите или да го напишете.', 'В този разговор не ви чувам. Моля, напишете въпроса си.', 'Езиковият ми модел не отговаря в момента.', 'Изгубих нишката.', 'Още ли сте тук?', 'Какво бихте искали да знаете?'],
  cs: ['Než začneme: jsem systém umělé inteligence, ne člověk.', 'Mluvíte se systémem umělé inteligence.', 'Dobrý den, jsem {name}. Jak vám mohu pomoci?',
    'Promiňte, nerozumím. Můžete to zopakovat nebo napsat.', 'V tomto hovoru vás neslyším. Napište prosím svůj dotaz.', 'Můj jazykový model teď neodpovídá.', 'Ztratila se mi nit.', 'Jste tam ještě?', 'Co byste chtěli vědět?'],
  da: ['Før vi begynder: Jeg er et AI-system, ikke et menneske.', 'Du taler med et AI-system.', 'Hej, jeg er {name}. Hvad kan jeg hjælpe med?',
    'Undskyld, det forstod jeg ikke. Du kan sige det igen eller skrive det.', 'Jeg kan ikke høre dig i dette opkald. Skriv dit spørgsmål i stedet.', 'Min sprogmodel svarer ikke lige nu.', 'Jeg tabte tråden.', 'Er du der stadig?', 'Hvad vil du gerne vide?'],
  de: ['Bevor wir anfangen: Ich bin ein KI-System, kein Mensch.', 'Sie sprechen mit einem KI-System.', 'Guten Tag, ich bin {name}. Wie kann ich Ihnen helfen?',
    'Das habe ich leider nicht verstanden. Sie können es noch einmal sagen oder schreiben.', 'In diesem Gespräch kann ich Sie nicht hören. Bitte schreiben Sie Ihre Frage.', 'Mein Sprachmodell antwortet gerade nicht.', 'Ich habe den Faden verloren.', 'Sind Sie noch da?', 'Was möchten Sie wissen?'],
  el: ['Πριν ξεκινήσουμε: είμαι σύστημα τεχνητής νοημοσύνης, όχι άνθρωπος.', 'Μιλάτε με ένα σύστημα τεχνητής νοημοσύνης.', 'Γεια σας, με λένε {name}. Πώς μπορώ να βοηθήσω;',
    'Συγγνώμη, δεν το κατάλαβα. Μπορείτε να το πείτε ξανά ή να το γράψετε.', 'Δεν μπορώ να σας ακούσω σε αυτή την κλήση. Παρακαλώ γράψτε την ερώτησή σας.', 'Το γλωσσικό μου μοντέλο δεν απαντά αυτή τη στιγμή.', 'Έχασα τον ειρμό μου.', 'Είστε ακόμα εκεί;', 'Τι θα θέλατε να μάθετε;'],
  es: ['Antes de empezar: soy un sistema de IA, no una persona.', 'Está hablando con un sistema de IA.', 'Hola, soy {name}. ¿En qué puedo ayudarle?',
    'Perdone, no lo he entendido. Puede repetirlo o escribirlo.', 'En esta llamada no puedo oírle. Escriba su pregunta, por favor.', 'Mi modelo de lenguaje no responde en este momento.', 'He perdido el hilo.', '¿Sigue ahí?', '¿Qué le gustaría saber?'],
  fa: ['پیش از شروع: من یک سامانهٔ هوش مصنوعی هستم، نه یک انسان.', 'شما با یک سامانهٔ هوش مصنوعی گفت‌وگو می‌کنید.', 'سلام، من {name} هستم. چطور می‌توانم کمکتان کنم؟',
    'ببخشید، متوجه نشدم. می‌توانید دوباره بگویید یا بنویسید.', 'در این تماس صدای شما را نمی‌شنوم. لطفاً پرسش خود را بنویسید.', 'مدل زبانی من اکنون پاسخ نمی‌دهد.', 'رشتهٔ کلام از دستم رفت.', 'هنوز آنجا هستید؟', 'چه چیزی می‌خواهید بدانید؟'],
  fi: ['Ennen kuin aloitamme: olen tekoälyjärjestelmä, en ihminen.', 'Keskustelet tekoälyjärjestelmän kanssa.', 'Hei, olen {name}. Kuinka voin auttaa?',
    'Anteeksi, en saanut selvää. Voit sanoa sen uudelleen tai kirjoittaa.', 'En kuule sinua tässä puhelussa. Kirjoita kysymyksesi.', 'Kielimallini ei vastaa juuri nyt.', 'Kadotin ajatuksen langan.', 'Oletko vielä siellä?', 'Mitä haluaisit tietää?'],
  fr: ['Avant de commencer : je suis un système d\'IA, pas une personne.', 'Vous parlez avec un système d\'IA.', 'Bonjour, je suis {name}. Comment puis-je vous aider ?',
    'Pardon, je n\'ai pas compris. Vous pouvez le répéter ou l\'écrire.', 'Je ne peux pas vous entendre pendant cet appel. Écrivez votre question, s\'il vous plaît.', 'Mon modèle de langage ne répond pas pour le moment.', 'J\'ai perdu le fil.', 'Êtes-vous toujours là ?', 'Que souhaitez-vous savoir ?'],
  he: ['לפני שנתחיל: אני מערכת בינה מלאכותית, לא אדם.', 'השיחה היא עם מערכת בינה מלאכותית.', 'שלום, אני {name}. איך אפשר לעזור?',
    'סליחה, לא הבנתי. אפשר לומר שוב או לכתוב.', 'אין לי אפשרות לשמוע בשיחה הזו. נא לכתוב את השאלה.', 'מודל השפה שלי לא עונה כרגע.', 'איבדתי את חוט המחשבה.', 'עדיין איתי?', 'מה מעניין אותך לדעת?'],
  hi: ['शुरू करने से पहले: मैं एक एआई सिस्टम हूँ, कोई व्यक्ति नहीं।', 'आप एक एआई सिस्टम से बात कर रहे हैं।', 'नमस्ते, मैं {name} हूँ। बताइए, मैं आपकी क्या मदद करूँ?',
    'माफ़ कीजिए, यह मुझे समझ नहीं आया। आप फिर से कह सकते हैं या लिख सकते हैं।', 'इस कॉल में मुझे आपकी आवाज़ सुनाई नहीं देती। कृपया अपना सवाल लिखें।', 'मेरा भाषा मॉडल अभी जवाब नहीं दे रहा है।', 'बात का सिरा मुझसे छूट गया।', 'क्या आप अब भी वहाँ हैं?', 'आप क्या जानना चाहेंगे?'],
  hr: ['Prije nego što počnemo: ja sam sustav umjetne inteligencije, a ne osoba.', 'Razgovarate sa sustavom umjetne inteligencije.', 'Dobar dan, ja sam {name}. Kako vam mogu pomoći?',
    'Oprostite, ne razumijem. Možete ponoviti ili napisati.', 'U ovom vas pozivu ne čujem. Molim vas, napišite svoje pitanje.', 'Moj jezični model trenutačno ne odgovara.', 'Izgubila mi se nit.', 'Jeste li još tu?', 'Što biste željeli znati?'],
  hu: ['Mielőtt elkezdjük: mesterségesintelligencia-rendszer vagyok, nem ember.', 'Ön egy mesterségesintelligencia-rendszerrel beszél.', 'Üdvözlöm, {name} vagyok. Miben segíthetek?',
    'Elnézést, ezt nem értettem. Elmondhatja újra, vagy leírhatja.', 'Ebben a hívásban nem hallom Önt. Kérem, írja le a kérdését.', 'A nyelvi modellem most nem válaszol.', 'Elvesztettem a fonalat.', 'Itt van még?', 'Mit szeretne tudni?'],
  id: ['Sebelum kita mulai: saya adalah sistem AI, bukan manusia.', 'Anda sedang berbicara dengan sistem AI.', 'Halo, saya {name}. Ada yang bisa saya bantu?',
    'Maaf, saya tidak menangkapnya. Anda bisa mengulanginya atau mengetiknya.', 'Saya tidak bisa mendengar Anda dalam panggilan ini. Silakan ketik pertanyaan Anda.', 'Model bahasa saya sedang tidak merespons.', 'Saya kehilangan arah pembicaraan.', 'Apakah Anda masih di sana?', 'Apa yang ingin Anda ketahui?'],
  it: ['Prima di iniziare: sono un sistema di IA, non una persona.', 'Sta parlando con un sistema di IA.', 'Buongiorno, sono {name}. Come posso aiutarla?',
    'Mi scusi, non ho capito. Può ripeterlo o scriverlo.', 'In questa chiamata non posso sentirla. Scriva la sua domanda, per favore.', 'Il mio modello linguistico al momento non risponde.', 'Ho perso il filo.', 'È ancora lì?', 'Che cosa vorrebbe sapere?'],
  ja: ['はじめに、私は人間ではなくAIシステムです。', '現在、AIシステムと会話しています。', 'こんにちは、{name}です。どのようなご用件でしょうか。',
    'すみません、聞き取れませんでした。もう一度お話しいただくか、入力してください。', 'この通話では音声を聞くことができません。ご質問を入力してください。', '言語モデルが現在応答していません。', '話が途切れてしまいました。', 'まだいらっしゃいますか。', '何をお知りになりたいですか。'],
  ko: ['시작하기 전에 말씀드립니다. 저는 사람이 아니라 AI 시스템입니다.', 'AI 시스템과 대화하고 있습니다.', '안녕하세요, {name}입니다. 무엇을 도와드릴까요?',
    '죄송합니다. 잘 알아듣지 못했습니다. 다시 말씀하시거나 입력해 주세요.', '이 통화에서는 들을 수 없습니다. 질문을 입력해 주세요.', '지금 언어 모델이 응답하지 않습니다.', '대화의 흐름을 놓쳤습니다.', '아직 계신가요?', '무엇을 알고 싶으신가요?'],
  nb: ['Før vi begynner: Jeg er et KI-system, ikke et menneske.', 'Du snakker med et KI-system.', 'Hei, jeg er {name}. Hva kan jeg hjelpe med?',
    'Beklager, det fikk jeg ikke med meg. Du kan si det igjen eller skrive det.', 'Jeg kan ikke høre deg i denne samtalen. Skriv spørsmålet ditt i stedet.', 'Språkmodellen min svarer ikke akkurat nå.', 'Jeg mistet tråden.', 'Er du der fortsatt?', 'Hva vil du vite?'],
  nl: ['Voordat we beginnen: ik ben een AI-systeem, geen mens.', 'U praat met een AI-systeem.', 'Hallo, ik ben {name}. Hoe kan ik u helpen?',
    'Sorry, dat heb ik niet verstaan. U kunt het nog eens zeggen of typen.', 'Ik kan u in dit gesprek niet horen. Typ alstublieft uw vraag.', 'Mijn taalmodel antwoordt op dit moment niet.', 'Ik ben de draad kwijt.', 'Bent u er nog?', 'Wat wilt u weten?'],
  pl: ['Zanim zaczniemy: jestem systemem sztucznej inteligencji, a nie człowiekiem.', 'Rozmawiasz z systemem sztucznej inteligencji.', 'Dzień dobry, jestem {name}. W czym mogę pomóc?',
    'Przepraszam, nie udało mi się tego zrozumieć. Możesz powtórzyć lub napisać.', 'W tej rozmowie Cię nie słyszę. Napisz swoje pytanie.', 'Mój model językowy teraz nie odpowiada.', 'Zgubił mi się wątek.', 'Czy nadal tu jesteś?', 'Czego chcesz się dowiedzieć?'],
  pt: ['Antes de começarmos: sou um sistema de IA, não uma pessoa.', 'Você está conversando com um sistema de IA.', 'Olá, eu sou {name}. Como posso ajudar?',
    'Desculpe, não entendi. Você pode repetir ou escrever.', 'Não consigo ouvir você nesta chamada. Por favor, escreva sua pergunta.', 'Meu modelo de linguagem não está respondendo no momento.', 'Perdi o fio da meada.', 'Você ainda está aí?', 'O que você gostaria de saber?'],
  ro: ['Înainte să începem: sunt un sistem de inteligență artificială, nu o persoană.', 'Vorbiți cu un sistem de inteligență artificială.', 'Bună ziua, sunt {name}. Cu ce vă pot ajuta?',
    'Îmi pare rău, nu am înțeles. Puteți să repetați sau să scrieți.', 'Nu vă pot auzi în acest apel. Vă rog să scrieți întrebarea.', 'Modelul meu de limbaj nu răspunde acum.', 'Am pierdut firul.', 'Mai sunteți acolo?', 'Ce ați dori să știți?'],
  ru: ['Прежде чем мы начнём: я система искусственного интеллекта, а не человек.', 'Вы разговариваете с системой искусственного интеллекта.', 'Здравствуйте, я {name}. Чем могу помочь?',
    'Извините, не удалось разобрать. Можно повторить или написать.', 'В этом звонке я вас не слышу. Пожалуйста, напишите свой вопрос.', 'Моя языковая модель сейчас не отвечает.', 'Нить разговора потеряна.', 'Вы ещё здесь?', 'Что вы хотели бы узнать?'],
  sk: ['Skôr než začneme: som systém umelej inteligencie, nie človek.', 'Hovoríte so systémom umelej inteligencie.', 'Dobrý deň, som {name}. Ako vám môžem pomôcť?',
    'Prepáčte, nerozumiem. Môžete to zopakovať alebo napísať.', 'V tomto hovore vás nepočujem. Napíšte, prosím, svoju otázku.', 'Môj jazykový model teraz neodpovedá.', 'Stratila sa mi niť.', 'Ste tam ešte?', 'Čo by ste chceli vedieť?'],
  sl: ['Preden začnemo: sem sistem umetne inteligence, ne človek.', 'Pogovarjate se s sistemom umetne inteligence.', 'Pozdravljeni, sem {name}. Kako vam lahko pomagam?',
    'Oprostite, tega ne razumem. Lahko ponovite ali napišete.', 'V tem klicu vas ne slišim. Prosim, napišite svoje vprašanje.', 'Moj jezikovni model trenutno ne odgovarja.', 'Izgubila se mi je nit.', 'Ste še tam?', 'Kaj bi radi izvedeli?'],
  sv: ['Innan vi börjar: Jag är ett AI-system, inte en människa.', 'Du pratar med ett AI-system.', 'Hej, jag är {name}. Hur kan jag hjälpa dig?',
    'Förlåt, det uppfattade jag inte. Du kan säga det igen eller skriva det.', 'Jag kan inte höra dig i det här samtalet. Skriv din fråga i stället.', 'Min språkmodell svarar inte just nu.', 'Jag tappade tråden.', 'Är du kvar?', 'Vad vill du veta?'],
  tr: ['Başlamadan önce: ben bir insan değil, bir yapay zekâ sistemiyim.', 'Bir yapay zekâ sistemiyle konuşuyorsunuz.', 'Merhaba, ben {name}. Size nasıl yardımcı olabilirim?',
    'Üzgünüm, anlayamadım. Tekrar söyleyebilir veya yazabilirsiniz.', 'Bu görüşmede sizi duyamıyorum. Lütfen sorunuzu yazın.', 'Dil modelim şu anda yanıt vermiyor.', 'Konunun akışını kaçırdım.', 'Hâlâ orada mısınız?', 'Ne öğrenmek istersiniz?'],
  uk: ['Перш ніж почати: я система штучного інтелекту, а не людина.', 'Ви розмовляєте із системою штучного інтелекту.', 'Вітаю, я {name}. Чим можу допомогти?',
    'Вибачте, не вдалося розібрати. Можна повторити або написати.', 'У цьому дзвінку я вас не чую. Будь ласка, напишіть своє запитання.', 'Моя мовна модель зараз не відповідає.', 'Нитку розмови втрачено.', 'Ви ще тут?', 'Що ви хотіли б дізнатися?'],
  ur: ['شروع کرنے سے پہلے: میں ایک اے آئی سسٹم ہوں، انسان نہیں۔', 'آپ ایک اے آئی سسٹم سے بات کر رہے ہیں۔', 'السلام علیکم، میں {name} ہوں۔ بتائیے، میں آپ کی کیا مدد کروں؟',
    'معذرت، یہ مجھے سمجھ نہیں آیا۔ آپ دوبارہ کہہ سکتے ہیں یا لکھ سکتے ہیں۔', 'اس کال میں مجھے آپ کی آواز سنائی نہیں دیتی۔ براہ کرم اپنا سوال لکھیں۔', 'میرا لسانی ماڈل ابھی جواب نہیں دے رہا۔', 'بات کا سلسلہ ٹوٹ گیا۔', 'کیا آپ ابھی موجود ہیں؟', 'آپ کیا جاننا چاہیں گے؟'],
  vi: ['Trước khi bắt đầu: tôi là một hệ thống AI, không phải con người.', 'Bạn đang nói chuyện với một hệ thống AI.', 'Xin chào, tôi là {name}. Tôi có thể giúp gì cho bạn?',
    'Xin lỗi, tôi chưa nghe rõ. Bạn có thể nói lại hoặc nhập chữ.', 'Tôi không thể nghe bạn trong cuộc gọi này. Vui lòng nhập câu hỏi của bạn.', 'Mô hình ngôn ngữ của tôi hiện không phản hồi.', 'Tôi bị mất mạch suy nghĩ.', 'Bạn còn ở đó không?', 'Bạn muốn biết điều gì?'],
  zh: ['开始之前：我是人工智能系统，不是真人。', '您正在与人工智能系统对话。', '您好，我是{name}。有什么可以帮您？',
    '抱歉，我没有听清。您可以再说一遍，或者输入文字。', '我在这次通话中听不到您的声音。请输入您的问题。', '我的语言模型目前没有回应。', '我的思路断了。', '您还在吗？', '您想了解什么？'],
  'zh-Hant': ['開始之前：我是人工智慧系統，不是真人。', '您正在與人工智慧系統對話。', '您好，我是{name}。有什麼可以幫您？',
    '抱歉，我沒有聽清楚。您可以再說一次，或者輸入文字。', '我在這次通話中聽不到您的聲音。請輸入您的問題。', '我的語言模型目前沒有回應。', '我的思路斷了。', '您還在嗎？', '您想了解什麼？'],
};

export const SENTENCE_LANGUAGES: readonly string[] = Object.keys(SENTENCES);

/** The sentences in the language of a BCP 47 tag; in English where there are none. */
export function builtInSentences(tag: string | undefined, name = ''): BuiltInSentences {
  const lines = SENTENCES[sentenceLanguage(tag)]!;
  return Object.fromEntries(ORDER.map((word, index) => [word, lines[index]!.replace('{name}', () => name)])) as BuiltInSentences;
}

/** The language of those above that a tag asks for, else English. */
export function sentenceLanguage(tag: string | undefined): string {
  const lower = (tag ?? 'en').toLowerCase();
  const primary = lower.split('-')[0]!;
  const language = /^zh-(?:.*-)?(?:hant|tw|hk|mo)\b/.test(lower) ? 'zh-Hant' : primary === 'no' || primary === 'nn' ? 'nb' : primary;
  return Object.hasOwn(SENTENCES, language) ? language : 'en';
}
