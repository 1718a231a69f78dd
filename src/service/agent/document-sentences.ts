/** What the documents' mind says besides quotes, and what is said in the place of an answer that a guardrail forbids, in every language of the elements. */
import { sentenceLanguage } from './built-in-sentences.ts';

/** The sentences of a language, in this order. `{name}` is the PAL's name, `{topics}` a list of topics. */
const ORDER = ['hello', 'welcome', 'goodbye', 'whoIAm', 'nothingSaid', 'notFound', 'canTell', 'refusal', 'retraction'] as const;
export type DocumentSentences = Record<(typeof ORDER)[number], string>;

const SENTENCES: Record<string, [string, string, string, string, string, string, string, string, string]> = {
  en: ['Hello!', 'You are welcome. Is there anything else?', 'Goodbye, and thank you for talking with me. You can leave the call whenever you like.', 'I am {name}, an AI. There is no person here. I answer from documents I was given.',
    'I have not said anything yet.', 'I did not find that in my documents.', 'I can tell you about {topics}.', 'I am not able to talk about that.', 'Sorry, I should not go on with that.'],
  ar: ['مرحبًا!', 'على الرحب والسعة. هل يمكنني مساعدتك في شيء آخر؟', 'إلى اللقاء، وشكرًا على الحديث معي. يمكنك مغادرة المكالمة متى شئت.', 'أنا {name}، ذكاء اصطناعي. لا يوجد شخص هنا. أجيب من المستندات التي أُعطيت لي.',
    'لم أقل شيئًا بعد.', 'لم أجد ذلك في مستنداتي.', 'يمكنني أن أخبرك عن {topics}.', 'لا يمكنني التحدث عن ذلك.', 'عذرًا، لا ينبغي أن أواصل ذلك.'],
  bg: ['Здравейте!', 'Няма защо. Мога ли да помогна с още нещо?', 'Довиждане и благодаря за разговора. Можете да го напуснете, когато пожелаете.', 'Аз съм {name}, изкуствен интелект. Тук няма човек. Отговарям по документи, които са ми дадени.',
    'Още нищо не е казано от моя страна.', 'Не намерих това в документите си.', 'Мога да ви разкажа за {topics}.', 'Не мога да говоря за това.', 'Съжалявам, не бива да продължавам с това.'],
  cs: ['Dobrý den!', 'Není zač. Mohu vám ještě s něčím pomoci?', 'Na shledanou a děkuji za rozhovor. Hovor můžete kdykoli opustit.', 'Jsem {name}, umělá inteligence. Není tu žádný člověk. Odpovídám podle dokumentů, které mám k dispozici.',
    'Zatím ode mě nic nezaznělo.', 'V mých dokumentech to není.', 'Mohu vám říci něco o tématech: {topics}.', 'O tom mluvit nemohu.', 'Promiňte, v tom nemohu pokračovat.'],
  da: ['Hej!', 'Selv tak. Er der andet, jeg kan hjælpe med?', 'Farvel, og tak for snakken. Du kan forlade opkaldet, når du vil.', 'Jeg er {name}, en AI. Der er ikke et menneske her. Jeg svarer ud fra dokumenter, jeg har fået.',
    'Jeg har ikke sagt noget endnu.', 'Det fandt jeg ikke i mine dokumenter.', 'Jeg kan fortælle om {topics}.', 'Det kan jeg ikke tale om.', 'Undskyld, det bør jeg ikke fortsætte med.'],
  de: ['Guten Tag!', 'Gern geschehen. Kann ich sonst noch etwas für Sie tun?', 'Auf Wiedersehen, und danke für das Gespräch. Sie können es jederzeit verlassen.', 'Ich bin {name}, eine KI. Hier ist kein Mensch. Ich antworte anhand von Dokumenten, die man mir gegeben hat.',
    'Ich habe noch nichts gesagt.', 'Das habe ich in meinen Dokumenten nicht gefunden.', 'Ich kann Ihnen etwas zu {topics} sagen.', 'Darüber kann ich nicht sprechen.', 'Entschuldigung, das sollte ich nicht weiter ausführen.'],
  el: ['Γεια σας!', 'Παρακαλώ. Μπορώ να βοηθήσω σε κάτι άλλο;', 'Αντίο, και ευχαριστώ για τη συζήτηση. Μπορείτε να αποχωρήσετε όποτε θέλετε.', 'Με λένε {name} και είμαι τεχνητή νοημοσύνη. Δεν υπάρχει άνθρωπος εδώ. Απαντώ με βάση έγγραφα που μου δόθηκαν.',
    'Δεν έχω πει τίποτα ακόμα.', 'Δεν το βρήκα στα έγγραφά μου.', 'Μπορώ να σας μιλήσω για: {topics}.', 'Δεν μπορώ να μιλήσω γι\' αυτό.', 'Συγγνώμη, δεν πρέπει να συνεχίσω με αυτό.'],
  es: ['¡Hola!', 'De nada. ¿Puedo ayudarle en algo más?', 'Adiós, y gracias por hablar conmigo. Puede salir de la llamada cuando quiera.', 'Soy {name}, una IA. Aquí no hay ninguna persona. Respondo a partir de documentos que me han dado.',
    'Todavía no he dicho nada.', 'No he encontrado eso en mis documentos.', 'Puedo hablarle de {topics}.', 'No puedo hablar de eso.', 'Perdone, no debería seguir con eso.'],
  fa: ['سلام!', 'خواهش می‌کنم. کمک دیگری از من برمی‌آید؟', 'خداحافظ، و سپاس از گفت‌وگو با من. هر زمان که بخواهید می‌توانید تماس را ترک کنید.', 'من {name} هستم، یک هوش مصنوعی. اینجا انسانی نیست. من از روی سندهایی که به من داده شده پاسخ می‌دهم.',
    'هنوز چیزی نگفته‌ام.', 'آن را در سندهایم پیدا نکردم.', 'می‌توانم دربارهٔ {topics} به شما بگویم.', 'نمی‌توانم دربارهٔ آن صحبت کنم.', 'ببخشید، نباید آن را ادامه دهم.'],
  fi: ['Hei!', 'Ole hyvä. Voinko auttaa vielä jossain?', 'Näkemiin, ja kiitos keskustelusta. Voit poistua puhelusta milloin haluat.', 'Olen {name}, tekoäly. Täällä ei ole ihmistä. Vastaan minulle annettujen asiakirjojen pohjalta.',
    'En ole vielä sanonut mitään.', 'En löytänyt sitä asiakirjoistani.', 'Voin kertoa näistä aiheista: {topics}.', 'En voi puhua siitä.', 'Anteeksi, minun ei pitäisi jatkaa tätä.'],
  fr: ['Bonjour !', 'Je vous en prie. Puis-je vous aider pour autre chose ?', 'Au revoir, et merci pour cette conversation. Vous pouvez quitter l\'appel quand vous voulez.', 'Je suis {name}, une IA. Il n\'y a pas d\'humain ici. Je réponds à partir de documents qui m\'ont été fournis.',
    'Je n\'ai encore rien dit.', 'Je n\'ai pas trouvé cela dans mes documents.', 'Je peux vous parler de : {topics}.', 'Je ne peux pas en parler.', 'Pardon, je ne devrais pas continuer sur ce sujet.'],
  he: ['שלום!', 'בשמחה. אפשר לעזור בעוד משהו?', 'להתראות, ותודה על השיחה. אפשר לעזוב את השיחה בכל רגע.', 'אני {name}, בינה מלאכותית. אין כאן אדם. התשובות שלי מבוססות על מסמכים שניתנו לי.',
    'עוד לא אמרתי דבר.', 'לא מצאתי את זה במסמכים שלי.', 'אפשר לשאול אותי על {topics}.', 'אין לי אפשרות לדבר על זה.', 'סליחה, אסור לי להמשיך בזה.'],
  hi: ['नमस्ते!', 'कोई बात नहीं। क्या आप कुछ और जानना चाहेंगे?', 'फिर मिलेंगे, और मुझसे बात करने के लिए धन्यवाद। आप जब चाहें कॉल छोड़ सकते हैं।', 'मैं {name} हूँ, एक एआई। यहाँ कोई व्यक्ति नहीं है। मुझे दिए गए दस्तावेज़ों से मेरे उत्तर आते हैं।',
    'मैंने अभी तक कुछ नहीं कहा है।', 'यह मुझे अपने दस्तावेज़ों में नहीं मिला।', 'आप मुझसे इन विषयों के बारे में पूछ सकते हैं: {topics}।', 'इस बारे में बात करना मेरे लिए संभव नहीं है।', 'माफ़ कीजिए, मुझे इसे आगे नहीं बढ़ाना चाहिए।'],
  hr: ['Dobar dan!', 'Nema na čemu. Mogu li vam još nekako pomoći?', 'Doviđenja i hvala na razgovoru. Poziv možete napustiti kad god želite.', 'Ja sam {name}, umjetna inteligencija. Ovdje nema čovjeka. Odgovaram na temelju dokumenata koji su mi dani.',
    'S moje strane još ništa nije rečeno.', 'Toga nema u mojim dokumentima.', 'Mogu vam reći nešto o ovim temama: {topics}.', 'O tome ne mogu govoriti.', 'Oprostite, s time ne mogu nastaviti.'],
  hu: ['Üdvözlöm!', 'Szívesen. Segíthetek még valamiben?', 'Viszontlátásra, és köszönöm a beszélgetést. Bármikor kiléphet a hívásból.', '{name} vagyok, egy mesterséges intelligencia. Itt nincs ember. A kapott dokumentumok alapján válaszolok.',
    'Még nem mondtam semmit.', 'Ezt nem találtam meg a dokumentumaimban.', 'Ezekről tudok beszélni: {topics}.', 'Erről nem beszélhetek.', 'Elnézést, ezt nem folytathatom.'],
  id: ['Halo!', 'Sama-sama. Ada lagi yang bisa saya bantu?', 'Sampai jumpa, dan terima kasih sudah berbicara dengan saya. Anda bisa keluar dari panggilan kapan saja.', 'Saya {name}, sebuah AI. Tidak ada manusia di sini. Saya menjawab dari dokumen yang diberikan kepada saya.',
    'Saya belum mengatakan apa pun.', 'Saya tidak menemukannya di dokumen saya.', 'Saya bisa bercerita tentang {topics}.', 'Saya tidak bisa membicarakan hal itu.', 'Maaf, saya tidak boleh melanjutkan hal itu.'],
  it: ['Salve!', 'Prego. Posso aiutarla in altro?', 'Arrivederci, e grazie per aver parlato con me. Può lasciare la chiamata quando vuole.', 'Sono {name}, un\'IA. Qui non c\'è nessuna persona. Rispondo in base ai documenti che mi sono stati dati.',
    'Non ho ancora detto nulla.', 'Non l\'ho trovato nei miei documenti.', 'Posso parlarle di {topics}.', 'Non posso parlarne.', 'Mi scusi, non dovrei proseguire su questo.'],
  ja: ['こんにちは！', 'どういたしまして。ほかにご質問はありますか？', 'お話しいただきありがとうございました。通話はいつでも終了できます。それでは、失礼いたします。', '私は{name}、AIです。ここに人間はいません。与えられた文書をもとにお答えします。',
    'まだ何も話していません。', 'それは私の文書には見つかりませんでした。', '{topics}についてお答えできます。', 'それについてはお話しできません。', '申し訳ありませんが、その話は続けられません。'],
  ko: ['안녕하세요!', '별말씀을요. 더 필요하신 것이 있나요?', '안녕히 가세요. 대화해 주셔서 감사합니다. 언제든지 통화를 종료하실 수 있습니다.', '저는 {name}, 인공지능입니다. 여기에는 사람이 없습니다. 제공받은 문서를 바탕으로 답변합니다.',
    '아직 아무 말도 하지 않았습니다.', '제 문서에서 찾지 못했습니다.', '다음에 대해 말씀드릴 수 있습니다: {topics}.', '그것에 대해서는 말씀드릴 수 없습니다.', '죄송합니다. 그 이야기는 계속할 수 없습니다.'],
  nb: ['Hei!', 'Bare hyggelig. Er det noe mer jeg kan hjelpe med?', 'Ha det, og takk for praten. Du kan forlate samtalen når du vil.', 'Jeg er {name}, en KI. Det er ikke noe menneske her. Jeg svarer ut fra dokumenter jeg har fått.',
    'Jeg har ikke sagt noe ennå.', 'Det fant jeg ikke i dokumentene mine.', 'Jeg kan fortelle om {topics}.', 'Det kan jeg ikke snakke om.', 'Beklager, det bør jeg ikke fortsette med.'],
  nl: ['Hallo!', 'Graag gedaan. Kan ik nog iets voor u doen?', 'Tot ziens, en bedankt voor het gesprek. U kunt het gesprek verlaten wanneer u wilt.', 'Ik ben {name}, een AI. Er is hier geen mens. Ik antwoord op basis van documenten die ik heb gekregen.',
    'Ik heb nog niets gezegd.', 'Dat heb ik niet in mijn documenten gevonden.', 'Ik kan u vertellen over {topics}.', 'Daar kan ik niet over praten.', 'Sorry, daar kan ik beter niet mee doorgaan.'],
  pl: ['Dzień dobry!', 'Proszę bardzo. Czy mogę jeszcze w czymś pomóc?', 'Do widzenia i dziękuję za rozmowę. Możesz się rozłączyć w każdej chwili.', 'Jestem {name}, sztuczna inteligencja. Nie ma tu człowieka. Odpowiadam na podstawie przekazanych mi dokumentów.',
    'Nic jeszcze nie padło z mojej strony.', 'Nie ma tego w moich dokumentach.', 'Mogę opowiedzieć na tematy: {topics}.', 'Nie mogę o tym rozmawiać.', 'Przepraszam, nie powinno się tego kontynuować.'],
  pt: ['Olá!', 'De nada. Posso ajudar em mais alguma coisa?', 'Até logo, e agradeço a conversa. Você pode sair da chamada quando quiser.', 'Eu sou {name}, uma IA. Não há nenhuma pessoa aqui. Respondo com base em documentos que recebi.',
    'Eu ainda não disse nada.', 'Não encontrei isso em meus documentos.', 'Posso falar sobre {topics}.', 'Não posso falar sobre isso.', 'Desculpe, não devo continuar com isso.'],
  ro: ['Bună ziua!', 'Cu plăcere. Vă mai pot ajuta cu ceva?', 'La revedere și vă mulțumesc pentru conversație. Puteți părăsi apelul oricând doriți.', 'Sunt {name}, o inteligență artificială. Aici nu este nicio persoană. Răspund pe baza documentelor care mi-au fost date.',
    'Nu am spus încă nimic.', 'Nu am găsit asta în documentele mele.', 'Vă pot vorbi despre {topics}.', 'Nu pot vorbi despre asta.', 'Îmi pare rău, nu ar trebui să continui cu asta.'],
  ru: ['Здравствуйте!', 'Пожалуйста. Могу ли я ещё чем-нибудь помочь?', 'До свидания и спасибо за разговор. Вы можете выйти из звонка в любое время.', 'Я {name}, искусственный интеллект. Человека здесь нет. Я отвечаю по документам, которые мне дали.',
    'С моей стороны пока ничего не было сказано.', 'В моих документах этого нет.', 'Я могу рассказать на такие темы: {topics}.', 'Об этом я говорить не могу.', 'Извините, мне не следует это продолжать.'],
  sk: ['Dobrý deň!', 'Nie je za čo. Môžem vám ešte s niečím pomôcť?', 'Dovidenia a ďakujem za rozhovor. Hovor môžete kedykoľvek opustiť.', 'Som {name}, umelá inteligencia. Nie je tu žiadny človek. Odpovedám podľa dokumentov, ktoré mám k dispozícii.',
    'Zatiaľ odo mňa nič nezaznelo.', 'V mojich dokumentoch to nie je.', 'Môžem vám povedať niečo k témam: {topics}.', 'O tom hovoriť nemôžem.', 'Prepáčte, v tom nemôžem pokračovať.'],
  sl: ['Pozdravljeni!', 'Ni za kaj. Vam lahko še kako pomagam?', 'Na svidenje in hvala za pogovor. Klic lahko zapustite kadar koli.', 'Sem {name}, umetna inteligenca. Tukaj ni človeka. Odgovarjam na podlagi dokumentov, ki so mi bili dani.',
    'Z moje strane še ni bilo nič rečeno.', 'Tega v mojih dokumentih ni.', 'Lahko vam povem kaj o temah: {topics}.', 'O tem ne morem govoriti.', 'Oprostite, s tem ne smem nadaljevati.'],
  sv: ['Hej!', 'Varsågod. Är det något mer jag kan hjälpa till med?', 'Hej då, och tack för samtalet. Du kan lämna det när du vill.', 'Jag är {name}, en AI. Här finns ingen människa. Jag svarar utifrån dokument som jag har fått.',
    'Jag har inte sagt något än.', 'Det hittade jag inte i mina dokument.', 'Jag kan berätta om {topics}.', 'Det kan jag inte prata om.', 'Förlåt, det bör jag inte fortsätta med.'],
  tr: ['Merhaba!', 'Rica ederim. Yardımcı olabileceğim başka bir şey var mı?', 'Hoşça kalın, benimle konuştuğunuz için teşekkürler. Görüşmeden istediğiniz zaman ayrılabilirsiniz.', 'Ben {name}, bir yapay zekâyım. Burada bir insan yok. Bana verilen belgelere dayanarak yanıt veriyorum.',
    'Henüz bir şey söylemedim.', 'Bunu belgelerimde bulamadım.', 'Size şu konularda bilgi verebilirim: {topics}.', 'Bu konuda konuşamam.', 'Üzgünüm, buna devam etmemeliyim.'],
  uk: ['Вітаю!', 'Будь ласка. Чи можу ще чимось допомогти?', 'До побачення і дякую за розмову. Ви можете вийти з дзвінка будь-коли.', 'Я {name}, штучний інтелект. Людини тут немає. Я відповідаю на основі документів, які мені надали.',
    'З мого боку ще нічого не було сказано.', 'У моїх документах цього немає.', 'Я можу розповісти на такі теми: {topics}.', 'Я не можу про це говорити.', 'Вибачте, мені не слід це продовжувати.'],
  ur: ['السلام علیکم!', 'کوئی بات نہیں۔ کیا آپ کچھ اور جاننا چاہیں گے؟', 'خدا حافظ، اور مجھ سے بات کرنے کا شکریہ۔ آپ جب چاہیں کال چھوڑ سکتے ہیں۔', 'میں {name} ہوں، ایک مصنوعی ذہانت۔ یہاں کوئی انسان نہیں ہے۔ میرے جوابات ان دستاویزات سے ہیں جو مجھے دی گئیں۔',
    'میں نے ابھی تک کچھ نہیں کہا۔', 'یہ مجھے اپنی دستاویزات میں نہیں ملا۔', 'آپ مجھ سے ان کے بارے میں پوچھ سکتے ہیں: {topics}۔', 'اس بارے میں بات کرنا میرے لیے ممکن نہیں۔', 'معذرت، مجھے یہ بات جاری نہیں رکھنی چاہیے۔'],
  vi: ['Xin chào!', 'Không có gì. Tôi có thể giúp gì thêm cho bạn không?', 'Tạm biệt và cảm ơn bạn đã trò chuyện. Bạn có thể rời cuộc gọi bất cứ lúc nào.', 'Tôi là {name}, một AI. Không có người nào ở đây. Tôi trả lời từ các tài liệu tôi được cung cấp.',
    'Tôi chưa nói gì cả.', 'Tôi không tìm thấy điều đó trong tài liệu của mình.', 'Tôi có thể nói với bạn về {topics}.', 'Tôi không thể nói về điều đó.', 'Xin lỗi, tôi không nên tiếp tục chuyện đó.'],
  zh: ['您好！', '不客气。还有别的问题吗？', '再见，感谢您与我交谈。您可以随时离开通话。', '我是{name}，一个人工智能。这里没有真人。我根据提供给我的文档回答。',
    '我还没有说过什么。', '我在我的文档中没有找到相关内容。', '我可以为您介绍：{topics}。', '我不能谈论这个话题。', '抱歉，我不应该继续谈这个。'],
  'zh-Hant': ['您好！', '不客氣。還有其他問題嗎？', '再見，感謝您與我交談。您可以隨時離開通話。', '我是{name}，一個人工智慧。這裡沒有真人。我根據提供給我的文件回答。',
    '我還沒有說過什麼。', '我在我的文件中沒有找到相關內容。', '我可以為您介紹：{topics}。', '我不能談論這個話題。', '抱歉，我不應該繼續談這個。'],
};

export const DOCUMENT_SENTENCE_LANGUAGES: readonly string[] = Object.keys(SENTENCES);

/** What stands between two topics where it is not a comma. */
const COMMAS: Record<string, string> = { ar: '، ', fa: '، ', ur: '، ', ja: '、', zh: '、', 'zh-Hant': '、' };

/** The sentences in the language of a BCP 47 tag; in English where there are none. */
export function documentSentences(tag: string | undefined, name = '', topics: readonly string[] = []): DocumentSentences {
  const language = sentenceLanguage(tag);
  const lines = SENTENCES[language]!;
  const fill = (line: string) => line.replace(/\{(name|topics)\}/g, (_, what) => (what === 'name' ? name : topics.join(COMMAS[language] ?? ', ')));
  return Object.fromEntries(ORDER.map((word, index) => [word, fill(lines[index]!)])) as DocumentSentences;
}
