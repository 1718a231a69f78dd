import ts from 'typescript-api';import fs from 'node:fs';import path from 'node:path';import {execSync} from 'node:child_process';
const root=process.cwd();
const files=execSync("git ls-files src test scripts bench stories demo | grep -E '\\.tsx?$'").toString().trim().split('\n').map(f=>path.join(root,f));
const text=new Map(files.map(f=>[f,fs.readFileSync(f,'utf8')]));const ver=new Map(files.map(f=>[f,0]));
const options={target:99,module:ts.ModuleKind.ESNext,moduleResolution:ts.ModuleResolutionKind.Bundler,allowImportingTsExtensions:true,noEmit:true,strict:true,experimentalDecorators:true,useDefineForClassFields:false,allowJs:false,skipLibCheck:true,baseUrl:root,paths:{'@palkit/*':['src/*.ts','src/*/index.ts'],'palkit':['src/elements/index.ts'],'palkit/*':['src/elements/*.ts']},types:['node'],lib:['lib.esnext.d.ts','lib.dom.d.ts','lib.dom.iterable.d.ts','lib.webworker.d.ts'].slice(0,3)};
const host={getScriptFileNames:()=>files,getScriptVersion:f=>String(ver.get(f)??0),getScriptSnapshot:f=>{const t=text.get(f)??(fs.existsSync(f)?fs.readFileSync(f,'utf8'):undefined);return t===undefined?undefined:ts.ScriptSnapshot.fromString(t)},getCurrentDirectory:()=>root,getCompilationSettings:()=>options,getDefaultLibFileName:o=>ts.getDefaultLibFilePath(o),fileExists:f=>text.has(f)||fs.existsSync(f),readFile:f=>text.get(f)??fs.readFileSync(f,'utf8'),readDirectory:ts.sys.readDirectory,directoryExists:ts.sys.directoryExists,getDirectories:ts.sys.getDirectories};
const ls=ts.createLanguageService(host);
const map=fs.readFileSync(process.argv[2],'utf8').trim().split('\n').filter(l=>l&&!l.startsWith('#'));
const touched=new Set();
for(const l of map){const [loc,name]=l.trim().split(/\s+/);const [f0,old]=loc.split('::');const f=path.join(root,'src',f0);
 const t=text.get(f);if(!t){console.log('NOFILE',l);continue}
 const s=ts.createSourceFile(f,t,99,true);let pos=-1;const v=n=>{if(pos>=0)return;if((ts.isFunctionDeclaration(n)||ts.isMethodDeclaration(n)||ts.isMethodSignature(n)||ts.isVariableDeclaration(n)||ts.isPropertyDeclaration(n)||ts.isPropertySignature(n)||ts.isParameter(n)||ts.isInterfaceDeclaration(n)||ts.isTypeAliasDeclaration(n)||ts.isClassDeclaration(n))&&n.name&&n.name.text&&n.name.text.replace('#','')===old)pos=n.name.getStart();ts.forEachChild(n,v)};v(s);
 if(pos<0){console.log('NOTFOUND',l);continue}
 const locs=ls.findRenameLocations(f,pos,false,false,{providePrefixAndSuffixTextForRename:true});
 if(!locs){console.log('NORENAME',l);continue}
 const by=new Map();for(const x of locs){if(!by.has(x.fileName))by.set(x.fileName,[]);by.get(x.fileName).push(x)}
 for(const [fn,xs] of by){if(!text.has(fn)){console.log('OUTSIDE',fn,l);continue}let c=text.get(fn);for(const x of xs.sort((a,b)=>b.textSpan.start-a.textSpan.start)){const cur=c.slice(x.textSpan.start,x.textSpan.start+x.textSpan.length);const nn=(cur.startsWith('#')?'#':'')+name;c=c.slice(0,x.textSpan.start)+(x.prefixText??'')+nn+(x.suffixText??'')+c.slice(x.textSpan.start+x.textSpan.length)}text.set(fn,c);ver.set(fn,(ver.get(fn)??0)+1);touched.add(fn)}
 console.log(`${old} → ${name}: ${locs.length} in ${by.size}`)}
for(const f of touched)fs.writeFileSync(f,text.get(f));
